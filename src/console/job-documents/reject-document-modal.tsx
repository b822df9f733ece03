import { REASONS } from "#contract/definitions/reasons.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

/** «Работы не выполнялись мной» is a worker's. */
const COMPANY_REASONS = REASONS.actReject.definitions.filter(({ id }) => id !== "NOT_MY_WORK");

export function rejectDocumentWindow(document: JobDocument): ShownWindow {
  return {
    title: "Отклонить документ",
    content: (
      <RecordForm
        endpoint={jobDocumentEndpoints.reject}
        sentence={`${document.title} не будет подписан и не уйдёт исполнителю. Вернуть его нельзя: понадобится новый документ`}
        submitTitle="Отклонить"
        backTitle="Оставить"
        input={({ reasonID, comment }: Reasoned) => ({
          params: { id: document.id },
          body: { reasonID: reasonID as never, comment: typedComment(comment) },
        })}
        done={`${document.title}: отклонён`}
        isDangerous
      >
        <ReasonField reasons={COMPANY_REASONS} />
        <CommentField />
      </RecordForm>
    ),
  };
}
