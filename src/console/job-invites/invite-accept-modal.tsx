import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { EarningText } from "#console/workman-taxes/parts.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { OwnInviteModal } from "./own-invite-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

/** Accepting reserves the job's money. */
export default function InviteAcceptModal({ inviteId, onSettled }: ModalProps["invite-accept"]) {
  return (
    <OwnInviteModal inviteId={inviteId}>
      {({ id, job, version }) => (
        <RecordForm
          endpoint={jobInviteEndpoints.accept}
          sentence={`Вы возьмётесь за задание за ${formatRubles(job.budget)}, и заказчик сразу заморозит эти деньги. До начала работы от задания можно отказаться`}
          submitTitle="Принять"
          input={() => ({ params: { id }, body: { version } })}
          done="Вы приняли приглашение"
          alsoChanges={INVITE_LISTS}
          onSettled={onSettled}
        >
          <EarningText amount={job.budget} finishDate={job.finishDate} />
        </RecordForm>
      )}
    </OwnInviteModal>
  );
}
