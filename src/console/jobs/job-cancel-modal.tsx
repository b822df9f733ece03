import { useOne } from "@refinedev/core";
import { Skeleton } from "antd";
import { REASONS } from "#contract/definitions/reasons.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#web/format/money.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { ALL_JOB_LISTS, JOB_LISTS } from "#web/jobs/job-lists.ts";

export default function JobCancelModal({
  jobId,
  close,
  setLocked,
}: ModalProps["job-cancel"] & ModalControls) {
  const { result: job } = useOne<Job>({ resource: JOB_LISTS.own, id: jobId });
  if (!job) return <Skeleton active />;
  const offer = job.acceptedJobOffer;
  return (
    <ActionForm
      endpoint={jobEndpoints.cancel}
      sentence={`Задание «${job.title}» закроется, отклики и приглашения отменятся.${offer ? ` ${formatRubles(offer.amount)} и комиссия вернутся на баланс, ${offer.workman.name} получит уведомление.` : ""} Вернуть его будет нельзя`}
      submitTitle="Отменить задание"
      backTitle="Не отменять"
      reasons={REASONS.jobCancel.definitions}
      comment={{ label: "Комментарий для исполнителей" }}
      input={({ reasonID, comment }) => ({
        body: { jobID: jobId, reasonID: reasonID as never, comment },
      })}
      done="Задание отменено"
      changes={ALL_JOB_LISTS}
      isDangerous
      onClose={close}
      onBusy={setLocked}
    />
  );
}
