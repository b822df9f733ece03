import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { formatRubles } from "#web/format/money.ts";
import { EarningText } from "#console/workman-taxes/parts.ts";
import { OFFER_LISTS } from "../job-offer-lists.ts";
import { OfferModal } from "../offer-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { CommentField, typedComment, type Commented } from "#console/kit/reason-field.tsx";

interface AnswerStepProps {
  readonly offerId: number;
  readonly onSettled?: () => void;
}

export function AcceptStep({ offerId, onSettled }: AnswerStepProps) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, job, arbitration, version }) =>
        arbitration && (
          <RecordForm
            endpoint={jobOfferEndpoints.arbitrationAccept}
            sentence={`${agreement(arbitration)} Отменить согласие нельзя`}
            submitTitle="Согласиться"
            input={() => ({ body: { jobOfferID: id, version } })}
            done="Новая сумма согласована"
            alsoChanges={OFFER_LISTS}
            onSettled={onSettled}
          >
            {arbitration.newAmount > 0 ? (
              <EarningText amount={arbitration.newAmount} finishDate={job.finishDate} />
            ) : null}
          </RecordForm>
        )
      }
    </OfferModal>
  );
}

export function DeclineStep({ offerId, onSettled }: AnswerStepProps) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, amount, version }) => (
        <RecordForm
          endpoint={jobOfferEndpoints.arbitrationDecline}
          sentence={`Выплата останется ${formatRubles(amount)}, пока вы с заказчиком не договоритесь`}
          submitTitle="Не согласиться"
          input={({ comment }: Commented) => ({
            body: { jobOfferID: id, comment: typedComment(comment), version },
          })}
          done="Заказчик узнает, что вы не согласны"
          alsoChanges={OFFER_LISTS}
          onSettled={onSettled}
        >
          <CommentField hint="Напишите заказчику, почему сумма должна остаться прежней" />
        </RecordForm>
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
