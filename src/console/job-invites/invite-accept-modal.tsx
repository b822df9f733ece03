import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { EarningText } from "#console/workman-taxes/parts.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { OwnInviteModal } from "./own-invite-modal.tsx";

/** Accepting reserves the job's money. */
export default function InviteAcceptModal({
  inviteId,
  onSettled,
  close,
  setLocked,
}: ModalProps["invite-accept"] & ModalControls) {
  return (
    <OwnInviteModal inviteId={inviteId}>
      {({ id, job, version }) => (
        <ActionForm
          endpoint={jobInviteEndpoints.accept}
          sentence={`Вы возьмётесь за задание за ${formatRubles(job.budget)}, и заказчик сразу заморозит эти деньги. До начала работы от задания можно отказаться`}
          submitTitle="Принять"
          input={() => ({ params: { id }, body: { version } })}
          done="Вы приняли приглашение"
          changes={INVITE_LISTS}
          onSettled={onSettled}
          onClose={close}
          onBusy={setLocked}
        >
          <EarningText amount={job.budget} finishDate={job.finishDate} />
        </ActionForm>
      )}
    </OwnInviteModal>
  );
}
