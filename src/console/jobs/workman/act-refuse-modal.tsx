import { REASONS } from "#contract/definitions/reasons.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";

interface ActRefuseModalProps {
  readonly act: JobDocument;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

/** No payment until both settle it. */
export function ActRefuseModal({ act, onClose, onSettled }: ActRefuseModalProps) {
  return (
    <ActionModal
      endpoint={jobDocumentEndpoints.reject}
      title="Отказаться подписывать акт"
      sentence="Без подписанного акта выплаты не будет: заказчик исправит акт или откажется платить"
      submitTitle="Отказаться"
      reasons={REASONS.actReject.definitions}
      comment={{ hint: "Что исправить в акте: заказчик увидит причину и комментарий" }}
      input={({ reasonID, comment }) => ({
        params: { id: act.id },
        body: { reasonID: reasonID as never, comment },
      })}
      done="Заказчик узнает, что вы не подписали акт"
      isDangerous
      onSettled={onSettled}
      onClose={onClose}
    />
  );
}
