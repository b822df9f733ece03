import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { formatRubles } from "#web/format/money.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { EarningText } from "#console/workman-taxes/parts.ts";
import { OFFER_LISTS } from "../job-offer-lists.ts";
import { OfferModal } from "../offer-modal.tsx";

interface AnswerStepProps extends ModalControls {
  readonly offerId: number;
  readonly onSettled?: () => void;
}

export function AcceptStep({ offerId, onSettled, close, setLocked }: AnswerStepProps) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, job, arbitration, version }) =>
        arbitration && (
          <ActionForm
            endpoint={jobOfferEndpoints.arbitrationAccept}
            sentence={`${agreement(arbitration)} Отменить согласие нельзя`}
            submitTitle="Согласиться"
            input={() => ({ body: { jobOfferID: id, version } })}
            done="Новая сумма согласована"
            changes={OFFER_LISTS}
            onSettled={onSettled}
            onClose={close}
            onBusy={setLocked}
          >
            {arbitration.newAmount > 0 ? (
              <EarningText amount={arbitration.newAmount} finishDate={job.finishDate} />
            ) : null}
          </ActionForm>
        )
      }
    </OfferModal>
  );
}

export function DeclineStep({ offerId, onSettled, close, setLocked }: AnswerStepProps) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, amount, version }) => (
        <ActionForm
          endpoint={jobOfferEndpoints.arbitrationDecline}
          sentence={`Выплата останется ${formatRubles(amount)}, пока вы с заказчиком не договоритесь`}
          submitTitle="Не согласиться"
          comment={{ hint: "Напишите заказчику, почему сумма должна остаться прежней" }}
          input={({ comment }) => ({ body: { jobOfferID: id, comment, version } })}
          done="Заказчик узнает, что вы не согласны"
          changes={OFFER_LISTS}
          onSettled={onSettled}
          onClose={close}
          onBusy={setLocked}
        />
      )}
    </OfferModal>
  );
}

function agreement({ amount, newAmount }: NonNullable<JobOffer["arbitration"]>): string {
  const before = `Вместо ${formatRubles(amount)}`;
  return newAmount === 0
    ? `${before} выплаты не будет, задание закроется без оплаты.`
    : `${before} вы получите ${formatRubles(newAmount)}, результат будет принят сразу.`;
}
