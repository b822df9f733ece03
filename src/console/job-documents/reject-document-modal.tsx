import { REASONS } from "#contract/definitions/reasons.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";

/** «Работы не выполнялись мной» is a worker's. */
const COMPANY_REASONS = REASONS.actReject.definitions.filter(({ id }) => id !== "NOT_MY_WORK");

export function RejectDocumentModal({
  document,
  onClose,
}: {
  readonly document: JobDocument;
  readonly onClose: () => void;
}) {
  return (
    <ActionModal
      endpoint={jobDocumentEndpoints.reject}
      title="Отклонить документ"
      sentence={`${document.title} не будет подписан и не уйдёт исполнителю. Вернуть его нельзя: понадобится новый документ`}
      submitTitle="Отклонить"
      backTitle="Оставить"
      reasons={COMPANY_REASONS}
      comment={{ label: "Комментарий" }}
      input={({ reasonID = "OTHER", comment }) => ({
        params: { id: document.id },
        body: { reasonID: reasonID as never, ...(comment ? { comment } : {}) },
      })}
      done={`${document.title}: отклонён`}
      changes={["job-documents"]}
      isDangerous
      onClose={onClose}
    />
  );
}
