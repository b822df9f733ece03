import { useOne } from "@refinedev/core";
import { Skeleton } from "antd";
import { REASONS } from "#contract/definitions/reasons.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#web/format/money.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { ALL_JOB_LISTS, JOB_LISTS } from "#web/jobs/job-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

export default function JobCancelModal({ jobId }: ModalProps["job-cancel"]) {
  const { result: job } = useOne<Job>({ resource: JOB_LISTS.own, id: jobId });
  if (!job) return <Skeleton active />;
  const offer = job.acceptedJobOffer;
  return (
    <RecordForm
      endpoint={jobEndpoints.cancel}
      sentence={`Задание «${job.title}» закроется, отклики и приглашения отменятся.${offer ? ` ${formatRubles(offer.amount)} и комиссия вернутся на баланс, ${offer.workman.name} получит уведомление.` : ""} Вернуть его будет нельзя`}
      submitTitle="Отменить задание"
      backTitle="Не отменять"
      input={({ reasonID, comment }: Reasoned) => ({
        body: { jobID: jobId, reasonID: reasonID as never, comment: typedComment(comment) },
      })}
      done="Задание отменено"
      alsoChanges={ALL_JOB_LISTS}
      isDangerous
    >
      <ReasonField reasons={REASONS.jobCancel.definitions} />
      <CommentField label="Комментарий для исполнителей" />
    </RecordForm>
  );
}
