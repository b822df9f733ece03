import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";
import { OfferWithdrawForm } from "./offer-withdraw-form.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { CommentField, typedComment, type Commented } from "#console/kit/reason-field.tsx";

/** By the worker, or by the company before work starts: money is released, the job reopens. */
export default function OfferCancelModal({ offerId, onSettled }: ModalProps["offer-cancel"]) {
  // Only the customer sees a commission.
  return (
    <OfferModal offerId={offerId}>
      {(offer) =>
        offer.commission === null ? (
          <OfferWithdrawForm offer={offer} onSettled={onSettled} />
        ) : (
          <ChoiceCancelForm offer={offer} />
        )
      }
    </OfferModal>
  );
}

function ChoiceCancelForm({
  offer: { id, workman, job, amount, commission },
}: {
  readonly offer: JobOffer;
}) {
  return (
    <RecordForm
      endpoint={jobOfferEndpoints.cancel}
      sentence={`${workman.name} больше не выполняет задание «${job.title}». ${formatRubles(addRubles([amount, commission ?? 0]))} вернутся на баланс, задание снова будет искать исполнителя`}
      submitTitle="Отменить выбор"
      backTitle="Не отменять"
      input={({ comment }: Commented) => ({
        body: { jobOfferID: id, comment: typedComment(comment) },
      })}
      done="Выбор отменён, задание снова ищет исполнителя"
      alsoChanges={OFFER_LISTS}
      isDangerous
    >
      <CommentField label="Причина" hint="Исполнитель увидит её в уведомлении" isRequired />
    </RecordForm>
  );
}
