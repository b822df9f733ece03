import { useOne } from "@refinedev/core";
import { Button, Col, Row, Skeleton } from "antd";
import { useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { countOf } from "#contract/values/plural.ts";
import { FormPage } from "#console/kit/form-page.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useAction } from "#console/calls/use-endpoint.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { JobFields } from "./job-fields.tsx";
import { JOB_COUNT_WORDS, JOB_LISTS } from "#web/jobs/job-lists.ts";
import { publicationOf } from "./mass-outcome.ts";
import { JobPreview } from "./job-preview.tsx";
import { copyOf, createBody, JOB_LABELS, NEW_JOB, type NewJobValues } from "./job-values.ts";

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
  const create = useAction(jobEndpoints.create, { silent: true });
  const update = useAction(jobEndpoints.update, { silent: true });
  const publish = useAction(jobEndpoints.publish, {
    silent: true,
    done: ({ state }) =>
      state.id === "PUBLISHED"
        ? "Задание опубликовано"
        : "Задание отправлено на проверку модератору",
  });
  const createMany = useAction(jobEndpoints.createMany, {
    silent: true,
    done: ({ jobIDs }) =>
      `Создано ${countOf(jobIDs.length, JOB_COUNT_WORDS)}: по одному на исполнителя`,
  });
  const massPublish = useAction(jobEndpoints.massPublish, { silent: true, done: publicationOf });
  /** Created for several workers; edited in the list. */
  const madeMany = useRef<readonly number[] | null>(null);
  /** Publication was refused; the next press updates this job. */
  const made = useRef<number | null>(null);
  const isDraftWanted = useRef(false);

  const handleSubmit = async ({ workmenCount: count, ...values }: NewJobValues) => {
    const staysDraft = isDraftWanted.current;
    isDraftWanted.current = false;
    const workmenCount = count ?? 1;
    if (workmenCount > 1 && made.current === null) {
      const jobIDs =
        madeMany.current ??
        (await createMany.run({ body: { ...createBody(values), workmenCount } })).jobIDs;
      madeMany.current = jobIDs;
      if (!staysDraft) await massPublish.run({ body: { jobIDs: [...jobIDs] } });
      void navigate("/profile/jobs");
      return;
    }
    const job =
      made.current === null
        ? await create.run({ body: createBody(values) })
        : await update.run({ body: { jobID: made.current, ...createBody(values) } });
    made.current = job.id;
    if (!staysDraft) await publish.run({ body: { jobID: job.id } });
    void navigate(`/jobs/${job.id}`);
  };
  return (
    <FormPage<NewJobValues>
      labels={JOB_LABELS}
      submitTitle="Опубликовать"
      initialValues={source ? copyOf(source) : NEW_JOB}
      draft={draft}
      onSubmit={handleSubmit}
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
    </FormPage>
  );
}
