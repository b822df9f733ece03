import { REASONS } from "#contract/definitions/reasons.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

const REFUSING = {
  submitTitle: "Отказаться",
  done: "Вы отказались от задания",
  sentence:
    "Заказчик уже выбрал вас. Задание вернётся в поиск, и его сможет взять другой исполнитель",
} as const;
const WITHDRAWING = {
  submitTitle: "Отозвать",
  done: "Отклик отозван",
  sentence: "Заказчик больше не сможет выбрать вас. Пока задание открыто, откликнуться можно снова",
} as const;

/** Withdraws an offer, or cancels the job before its start. */
export function OfferWithdrawForm({
  offer,
  onSettled,
}: {
  readonly offer: JobOffer;
  readonly onSettled?: () => void;
}) {
  return (
    <RecordForm
      {...(offer.state.id === "ACCEPTED" ? REFUSING : WITHDRAWING)}
      endpoint={jobOfferEndpoints.cancel}
      input={({ reasonID, comment }: Reasoned) => ({
        body: { jobOfferID: offer.id, reasonID: reasonID as never, comment: typedComment(comment) },
      })}
      alsoChanges={OFFER_LISTS}
      isDangerous
      onSettled={onSettled}
    >
      <ReasonField reasons={REASONS.declineByWorkman.definitions} />
      <CommentField hint="Заказчик увидит причину и комментарий" />
    </RecordForm>
  );
}
