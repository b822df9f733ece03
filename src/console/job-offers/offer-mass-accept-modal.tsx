import { Alert, Descriptions, Flex, Skeleton } from "antd";
import { useState } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { countOf } from "#contract/values/plural.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import { RefusedPart } from "#console/kit/refused-part.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { MOST_ACCEPTED, useChosenOffers } from "./use-chosen-offers.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

const RESULTS = ["результат", "результата", "результатов"] as const;

/** Of those over the limit; the rest are counted. */
const MOST_NAMED = 5;

/** Each result is sent with the version shown. */
export default function OfferMassAcceptModal({
  chosen,
  onAccepted,
  close,
}: ModalProps["offer-mass-accept"] & ModalControls) {
  const { offers: listed, error } = useChosenOffers(chosen);
  const [refused, setRefused] = useState<Refusals | null>(null);
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        message="Не удалось прочитать список"
        description="Закройте окно и повторите"
      />
    );
  if (!listed) return <Skeleton active />;
  const offers = listed.filter(({ limitRefusal }) => limitRefusal === null);
  const beyond = listed.filter(({ limitRefusal }) => limitRefusal !== null);
  if (refused) return <RefusedResults {...refused} offers={offers} onClose={close} />;
  const [amount, commission] = [
    addRubles(offers.map((one) => one.amount)),
    addRubles(offers.map((one) => one.commission ?? 0)),
  ];
  const isCut = "count" in chosen && chosen.count > listed.length;
  if (offers.length === 0) return <OverLimit offers={beyond} />;
  return (
    <RecordForm
      endpoint={jobOfferEndpoints.massResultAccept}
      sentence={`Принять ${countOf(offers.length, RESULTS)} и выплатить исполнителям ${formatRubles(amount)}. Деньги уже заморожены, выплата начнётся после подписания актов и чеков`}
      submitTitle={`Принять и выплатить ${formatRubles(amount)}`}
      input={() => ({
        body: {
          jobOfferIDs: offers.map(({ id }) => id),
          versions: offers.map(({ version }) => version),
        },
      })}
      done={({ acceptedCount, acceptedAmount }) =>
        `Принято: ${countOf(acceptedCount, RESULTS)} на ${formatRubles(acceptedAmount)}`
      }
      alsoChanges={OFFER_LISTS}
      onDone={(answer) => {
        onAccepted?.();
        if (answer.failed.length > 0) setRefused(answer);
      }}
      staysOpen={({ failed }) => failed.length > 0}
    >
      <Flex vertical gap="middle" style={{ marginBottom: 16 }}>
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: "amount", label: "Исполнителям", children: formatRubles(amount) },
            { key: "commission", label: "Комиссия платформы", children: formatRubles(commission) },
          ]}
        />
        <OverLimit offers={beyond} />
        {isCut ? (
          <Alert
            type="info"
            showIcon
            message={`За один раз принимается до ${MOST_ACCEPTED}: остальные примите следующим нажатием`}
          />
        ) : null}
      </Flex>
    </RecordForm>
  );
}

function OverLimit({ offers }: { readonly offers: readonly JobOffer[] }) {
  const [first] = offers;
  if (!first) return null;
  return (
    <Alert
      type="warning"
      showIcon
      message={`Не примем: ${countOf(offers.length, RESULTS)}. ${first.limitRefusal ?? ""}`}
      description={offers
        .slice(0, MOST_NAMED)
        .map(({ job, amount }) => `${job.title}: ${formatRubles(amount)}`)
        .join("; ")}
    />
  );
}

type Refusals = Pick<
  AnswerOf<typeof jobOfferEndpoints.massResultAccept>,
  "failed" | "acceptedCount"
>;

function RefusedResults({
  failed,
  acceptedCount,
  offers,
  onClose,
}: Refusals & { readonly offers: readonly JobOffer[]; readonly onClose: () => void }) {
  const titleOf = (id: number) => offers.find((one) => one.id === id)?.job.title ?? `№ ${id}`;
  return (
    <RefusedPart
      message={`Принято ${acceptedCount}, не принято ${failed.length}`}
      refused={failed.map(({ jobOfferID, message }) => `${titleOf(jobOfferID)}: ${message}`)}
      onClose={onClose}
    />
  );
}
