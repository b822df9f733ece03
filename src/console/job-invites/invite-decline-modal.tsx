import { REASONS } from "#contract/definitions/reasons.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";

export default function InviteDeclineModal({
  inviteId,
  onSettled,
  close,
  setLocked,
}: ModalProps["invite-decline"] & ModalControls) {
  return (
    <ActionForm
      endpoint={jobInviteEndpoints.decline}
      submitTitle="Отклонить"
      reasons={REASONS.declineByWorkman.definitions}
      comment={{ hint: "Заказчик увидит причину и комментарий" }}
      input={({ reasonID, comment }) => ({
        params: { id: inviteId },
        body: { reasonID: reasonID as never, comment },
      })}
      done="Приглашение отклонено"
      changes={INVITE_LISTS}
      onSettled={onSettled}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
