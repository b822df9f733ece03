import { REASONS } from "#contract/definitions/reasons.ts";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { EDOCUMENTS } from "./edocument-labels.ts";

/** The customer sees the reason. */
export default function DocumentRejectModal({
  documentId,
  name,
  isAct,
  close,
  setLocked,
}: ModalProps["document-template-reject"] & ModalControls) {
  return (
    <ActionForm
      endpoint={edocumentEndpoints.rejectByRecipient}
      sentence={`${name}: заказчик увидит ваш отказ и причину. ${isAct ? "Выплата по этому акту не уйдёт, пока вы не договоритесь" : "Без этого документа заказчик может не дать вам новых заданий"}`}
      submitTitle="Отказаться подписывать"
      isDangerous
      reasons={REASONS.actReject.definitions}
      comment={{ hint: "Что исправить, чтобы вы подписали" }}
      input={({ reasonID, comment }) => ({
        params: { id: documentId },
        body: {
          id: documentId,
          reasonID: reasonID as (typeof REASONS.actReject.ids)[number],
          comment,
        },
      })}
      done="Отказ отправлен заказчику"
      changes={[EDOCUMENTS]}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
