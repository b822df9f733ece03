import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

export default function InviteCancelModal({ inviteId, who }: ModalProps["invite-cancel"]) {
  return (
    <RecordForm
      endpoint={jobInviteEndpoints.cancel}
      sentence={`${who}: приглашение больше нельзя будет принять. Пригласить можно снова, пока задание ищет исполнителя`}
      submitTitle="Отменить приглашение"
      backTitle="Не отменять"
      input={() => ({ params: { id: inviteId } })}
      done="Приглашение отменено"
      alsoChanges={INVITE_LISTS}
      isDangerous
    />
  );
}
