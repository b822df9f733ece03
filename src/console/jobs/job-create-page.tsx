import { useOne } from "@refinedev/core";
import { Button, Col, Row, Skeleton } from "antd";
import { useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { countOf } from "#contract/values/plural.ts";
import { CallForm } from "#console/kit/call-form.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { JobFields } from "./job-fields.tsx";
import { JOB_COUNT_WORDS, JOB_LISTS } from "#web/jobs/job-lists.ts";
import { publicationOf } from "./mass-outcome.ts";
import { JobPreview } from "./job-preview.tsx";
import { copyOf, createBody, JOB_LABELS, NEW_JOB, type NewJobValues } from "./job-values.ts";
import { toast } from "#web/ui/toasts.ts";

/** `?copy=15` copies a job. */
export default function JobCreate() {
  const [query] = useSearchParams();
  const copied = Number(query.get("copy")) || null;
  const { result: source, query: reading } = useOne<Job>({
    resource: JOB_LISTS.own,
    id: copied ?? undefined,
    queryOptions: { enabled: copied !== null },
  });
  if (copied !== null && reading.isError) return <ErrorPage status={404} />;
  return (
    <>
      <TitleBar title="Создание задания" />
      {copied !== null && !source ? (
        <Skeleton active />
      ) : (
        <CreateForm key={copied ?? "new"} source={source ?? null} />
      )}
    </>
  );
}

function CreateForm({ source }: { readonly source: Job | null }) {
  const navigate = useNavigate();
  const draft = useDraft<NewJobValues>(source ? `job:copy:${source.id}` : "job:new");
  /** Created for several workers; edited in the list. */
  const madeMany = useRef<readonly number[] | null>(null);
  /** Publication was refused; the next press updates this job. */
  const made = useRef<number | null>(null);
  const isDraftWanted = useRef(false);

  const handleSend = async ({ workmenCount: count, ...values }: NewJobValues) => {
    const staysDraft = isDraftWanted.current;
    isDraftWanted.current = false;
    const body = createBody(values);
    const workmenCount = count ?? 1;
    if (workmenCount > 1 && made.current === null) {
      if (madeMany.current === null) {
        const created = await requestEndpoint(jobEndpoints.createMany, {
          body: { ...body, workmenCount },
        });
        madeMany.current = created.jobIDs;
        // Said now: publication may be refused, and the drafts are there.
        toast({
          type: "success",
          message: `Создано ${countOf(created.jobIDs.length, JOB_COUNT_WORDS)}: по одному на исполнителя`,
        });
      }
      const address = "/profile/jobs";
      const jobIDs = [...madeMany.current];
      if (staysDraft) return { address, said: "" };
      const published = await requestEndpoint(jobEndpoints.massPublish, { body: { jobIDs } });
      return { address, said: publicationOf(published) };
    }
    const { id: jobID } =
      made.current === null
        ? await requestEndpoint(jobEndpoints.create, { body })
        : await requestEndpoint(jobEndpoints.update, { body: { jobID: made.current, ...body } });
    made.current = jobID;
    const address = `/jobs/${jobID}`;
    if (staysDraft) return { address, said: "" };
    const { state } = await requestEndpoint(jobEndpoints.publish, { body: { jobID } });
    return {
      address,
      said:
        state.id === "PUBLISHED"
          ? "Задание опубликовано"
          : "Задание отправлено на проверку модератору",
    };
  };
  return (
    <CallForm
      resource={JOB_LISTS.own}
      labels={JOB_LABELS}
      submitTitle="Опубликовать"
      initialValues={source ? copyOf(source) : NEW_JOB}
      draft={draft}
      send={handleSend}
      done={({ said }) => said}
      onDone={({ address }) => void navigate(address)}
      extra={
        <Button htmlType="submit" onClick={() => (isDraftWanted.current = true)}>
          Сохранить черновик
        </Button>
      }
    >
      {(form) => (
        <Row gutter={24}>
          <Col xs={24} lg={15}>
            <JobFields form={form} city={source?.city} isNew />
          </Col>
          <Col xs={24} lg={9}>
            <JobPreview />
          </Col>
        </Row>
      )}
    </CallForm>
  );
}
