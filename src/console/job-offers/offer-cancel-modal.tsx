import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";
import { OfferWithdrawForm } from "./offer-withdraw-form.tsx";

/** By the worker, or by the company before work starts: money is released, the job reopens. */
export default function OfferCancelModal({
  offerId,
  ...modal
}: ModalProps["offer-cancel"] & ModalControls) {
  // Only the customer sees a commission.
  return (
    <OfferModal offerId={offerId}>
      {(offer) =>
        offer.commission === null ? (
          <OfferWithdrawForm offer={offer} {...modal} />
        ) : (
          <ChoiceCancelForm offer={offer} {...modal} />
        )
      }
    </OfferModal>
  );
}

function ChoiceCancelForm({
  offer: { id, workman, job, amount, commission },
  close,
  setLocked,
}: { readonly offer: JobOffer } & ModalControls) {
  return (
    <ActionForm
      endpoint={jobOfferEndpoints.cancel}
      sentence={`${workman.name} больше не выполняет задание «${job.title}». ${formatRubles(addRubles([amount, commission ?? 0]))} вернутся на баланс, задание снова будет искать исполнителя`}
      submitTitle="Отменить выбор"
      backTitle="Не отменять"
      comment={{ label: "Причина", hint: "Исполнитель увидит её в уведомлении", isRequired: true }}
      input={({ comment }) => ({ body: { jobOfferID: id, comment } })}
      done="Выбор отменён, задание снова ищет исполнителя"
      changes={OFFER_LISTS}
      isDangerous
      onClose={close}
      onBusy={setLocked}
    />
  );
}
