import { useOne } from "@refinedev/core";
import { Skeleton } from "antd";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { JobFields } from "./job-fields.tsx";
import { ALL_JOB_LISTS, JOB_LISTS } from "#web/jobs/job-lists.ts";
import { JOB_LABELS, updateBody, valuesOf, type JobValues } from "./job-values.ts";

export default function JobEditModal({
  jobId,
  close,
  setLocked,
}: ModalProps["job-edit"] & ModalControls) {
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
      <ModalForm
        endpoint={jobEndpoints.update}
        labels={JOB_LABELS}
        submitTitle="Сохранить"
        initialValues={valuesOf(job)}
        draft={draft}
        input={(values: JobValues) => ({ body: updateBody(jobId, values) })}
        done="Задание изменено"
        changes={ALL_JOB_LISTS}
        onClose={close}
        onBusy={setLocked}
      >
        {(form) => <JobFields form={form} city={job.city} />}
      </ModalForm>
    </>
  );
}
