import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";

export default function InviteCancelModal({
  inviteId,
  who,
  close,
  setLocked,
}: ModalProps["invite-cancel"] & ModalControls) {
  return (
    <ActionForm
      endpoint={jobInviteEndpoints.cancel}
      sentence={`${who}: приглашение больше нельзя будет принять. Пригласить можно снова, пока задание ищет исполнителя`}
      submitTitle="Отменить приглашение"
      backTitle="Не отменять"
      input={() => ({ params: { id: inviteId } })}
      done="Приглашение отменено"
      changes={INVITE_LISTS}
      isDangerous
      onClose={close}
      onBusy={setLocked}
    />
  );
}
