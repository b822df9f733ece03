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

/** No payment until both settle it. */
export function actRefuseWindow(act: JobDocument, onSettled: () => void): ShownWindow {
  return {
    title: "Отказаться подписывать акт",
    content: (
      <RecordForm
        endpoint={jobDocumentEndpoints.reject}
        sentence="Без подписанного акта выплаты не будет: заказчик исправит акт или откажется платить"
        submitTitle="Отказаться"
        input={({ reasonID, comment }: Reasoned) => ({
          params: { id: act.id },
          body: { reasonID: reasonID as never, comment: typedComment(comment) },
        })}
        done="Заказчик узнает, что вы не подписали акт"
        isDangerous
        onSettled={onSettled}
      >
        <ReasonField reasons={REASONS.actReject.definitions} />
        <CommentField hint="Что исправить в акте: заказчик увидит причину и комментарий" />
      </RecordForm>
    ),
  };
}
