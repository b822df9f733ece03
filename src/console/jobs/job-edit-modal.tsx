import { useOne } from "@refinedev/core";
import { Skeleton } from "antd";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { JobFields } from "./job-fields.tsx";
import { ALL_JOB_LISTS, JOB_LISTS } from "#web/jobs/job-lists.ts";
import { JOB_LABELS, updateBody, valuesOf, type JobValues } from "./job-values.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

export default function JobEditModal({ jobId }: ModalProps["job-edit"]) {
  const { result: job } = useOne<Job>({ resource: JOB_LISTS.own, id: jobId });
  const draft = useDraft<JobValues>(`job:${jobId}`);
  if (!job) return <Skeleton active />;
  return (
    <>
      {job.state.id === "PUBLISHED" ? (
        <p>
          Исполнители, которые откликнулись или приглашены, увидят, что условия изменились. После
          правки текста или цены задание может уйти на повторную проверку
        </p>
      ) : null}
      <RecordForm
        endpoint={jobEndpoints.update}
        labels={JOB_LABELS}
        submitTitle="Сохранить"
        initialValues={valuesOf(job)}
        draft={draft}
        input={(values: JobValues) => ({ body: updateBody(jobId, values) })}
        done="Задание изменено"
        alsoChanges={ALL_JOB_LISTS}
      >
        {(form) => <JobFields form={form} city={job.city} />}
      </RecordForm>
    </>
  );
}
