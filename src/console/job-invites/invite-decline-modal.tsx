import { REASONS } from "#contract/definitions/reasons.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

export default function InviteDeclineModal({ inviteId, onSettled }: ModalProps["invite-decline"]) {
  return (
    <RecordForm
      endpoint={jobInviteEndpoints.decline}
      submitTitle="Отклонить"
      input={({ reasonID, comment }: Reasoned) => ({
        params: { id: inviteId },
        body: { reasonID: reasonID as never, comment: typedComment(comment) },
      })}
      done="Приглашение отклонено"
      alsoChanges={INVITE_LISTS}
      onSettled={onSettled}
    >
      <ReasonField reasons={REASONS.declineByWorkman.definitions} />
      <CommentField hint="Заказчик увидит причину и комментарий" />
    </RecordForm>
  );
}
