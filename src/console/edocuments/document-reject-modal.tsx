import { REASONS } from "#contract/definitions/reasons.ts";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

/** The customer sees the reason. */
export default function DocumentRejectModal({
  documentId,
  name,
  isAct,
}: ModalProps["document-template-reject"]) {
  return (
    <RecordForm
      endpoint={edocumentEndpoints.rejectByRecipient}
      sentence={`${name}: заказчик увидит ваш отказ и причину. ${isAct ? "Выплата по этому акту не уйдёт, пока вы не договоритесь" : "Без этого документа заказчик может не дать вам новых заданий"}`}
      submitTitle="Отказаться подписывать"
      isDangerous
      input={({ reasonID, comment }: Reasoned) => ({
        params: { id: documentId },
        body: {
          id: documentId,
          reasonID: reasonID as (typeof REASONS.actReject.ids)[number],
          comment: typedComment(comment),
        },
      })}
      done="Отказ отправлен заказчику"
    >
      <ReasonField reasons={REASONS.actReject.definitions} />
      <CommentField hint="Что исправить, чтобы вы подписали" />
    </RecordForm>
  );
}
