import { Descriptions } from "antd";
import { START_TIMEOUT_HOURS } from "#contract/jobs/job-offer-states.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

export default function OfferAcceptModal({ offerId }: ModalProps["offer-accept"]) {
  return (
    <OfferModal offerId={offerId}>
      {(offer) => (
        <RecordForm
          endpoint={jobOfferEndpoints.accept}
          sentence={sentenceOf(offer)}
          submitTitle={`Выбрать и заморозить ${formatRubles(frozenOf(offer))}`}
          input={() => ({ body: { jobOfferID: offer.id, version: offer.version } })}
          done={`${offer.workman.name} получит уведомление, что вы его выбрали`}
          alsoChanges={OFFER_LISTS}
        >
          <Descriptions
            size="small"
            column={1}
            style={{ marginBottom: 16 }}
            items={[
              { key: "amount", label: "Исполнителю", children: formatRubles(offer.amount) },
              {
                key: "commission",
                label: "Комиссия платформы",
                children: formatRubles(offer.commission ?? 0),
              },
              {
                key: "frozen",
                label: "Заморозится на балансе",
                children: <strong>{formatRubles(frozenOf(offer))}</strong>,
              },
            ]}
          />
        </RecordForm>
      )}
    </OfferModal>
  );
}

function frozenOf({ amount, commission }: JobOffer): number {
  return addRubles([amount, commission ?? 0]);
}

function sentenceOf({ workman, job }: JobOffer): string {
  const others = job.newOffersCount > 1 ? " Остальным откликнувшимся придёт отказ." : "";
  return `Задание «${job.title}» получит ${workman.name}.${others} Если он не приступит за ${START_TIMEOUT_HOURS} ч, деньги освободятся, а задание снова будет искать исполнителя. Деньги уйдут исполнителю, когда вы примете результат`;
}
