import { REASONS } from "#contract/definitions/reasons.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";

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
  close,
  setLocked,
}: { readonly offer: JobOffer; readonly onSettled?: () => void } & ModalControls) {
  return (
    <ActionForm
      {...(offer.state.id === "ACCEPTED" ? REFUSING : WITHDRAWING)}
      endpoint={jobOfferEndpoints.cancel}
      reasons={REASONS.declineByWorkman.definitions}
      comment={{ hint: "Заказчик увидит причину и комментарий" }}
      input={({ reasonID, comment }) => ({
        body: { jobOfferID: offer.id, reasonID: reasonID as never, comment },
      })}
      changes={OFFER_LISTS}
      isDangerous
      onSettled={onSettled}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
