import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { formatRubles } from "#console/format/money.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#console/providers/modal-catalogue.ts";
import { addRubles } from "./add-rubles.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferWindow } from "./offer-window.tsx";

/** Takes back the choice of a worker who has not begun: the money is free again, the job looks for another. */
export default function OfferCancelModal({ offerId, close, setLocked }: ModalProps["offer-cancel"] & ModalControls) {
  return (
    <OfferWindow offerId={offerId}>
      {({ id, workman, job, amount, commission }) => (
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
      )}
    </OfferWindow>
  );
}
