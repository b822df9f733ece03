import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { Alert, Button, Descriptions, Skeleton } from "antd";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { StateText } from "#console/kit/columns.tsx";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { MendPayout } from "./mend-payout.tsx";
import { workOf } from "./payout-labels.ts";
import { PayoutSteps } from "#console/kit/payout-steps.tsx";
import { keptItems } from "./kept-items.tsx";
import { useOne } from "@refinedev/core";
import { PAYOUTS } from "./payout-lists.ts";

export function PayoutDetails({ payout }: { readonly payout: Payout }) {
  const {
    id,
    amount,
    toTransfer,
    state,
    account,
    destination,
    destinationHolder,
    kind,
    receipt,
    act,
  } = payout;
  const work = workOf(payout);
  return (
    <>
      <MendPayout payout={payout} />
      <PayoutSteps payoutId={id} />
      {state.id === "ACT_PENDING" && work.to !== null ? (
        <Alert
          type="warning"
          showIcon
          message={
            <>
              Подпишите акт на <PageLink to={work.to}>странице задания</PageLink>, чтобы получить
              выплату
            </>
          }
          style={{ marginBottom: 16 }}
        />
      ) : null}
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={PAYOUT_STATE.tones[state.id]} />,
          },
          {
            key: "amount",
            label: toTransfer < amount ? "Начислено" : "Сумма",
            children: <MoneyText rubles={amount} />,
          },
          ...keptItems(payout),
          {
            key: "transfer",
            label: payout.paidAt === null ? "К выплате" : "Поступило",
            children: <strong>{<MoneyText rubles={toTransfer} />}</strong>,
          },
          {
            key: "where",
            label: kind.title,
            children: [destination, destinationHolder].filter(Boolean).join(", "),
          },
          {
            key: "account",
            label: "Заказчик",
            children: (
              <PageLink to={`/accounts/${account.id}`}>{account.companyDetailsName}</PageLink>
            ),
          },
          {
            key: "work",
            label: "За что",
            children: work.to === null ? work.text : <PageLink to={work.to}>{work.text}</PageLink>,
          },
          {
            key: "receipt",
            label: "Чек",
            children: receipt ? <Receipt receipt={receipt} /> : "Ещё не сформирован",
          },
          { key: "act", label: "Акт", children: act ? <Act act={act} /> : "—" },
        ]}
      />
    </>
  );
}

/** A payout that is not on the loaded page, opened from a notice. */
export function PayoutById({ id }: { readonly id: number }) {
  const { result: payout, query } = useOne<Payout>({
    resource: PAYOUTS,
    id,
    errorNotification: false,
  });
  const { error } = query;
  if (error)
    return (
      <Alert
        type="warning"
        showIcon
        message={error.statusCode === 404 ? "Такой выплаты нет" : error.message}
      />
    );
  return payout ? <PayoutDetails payout={payout} /> : <Skeleton active />;
}

function Receipt({ receipt }: { readonly receipt: NonNullable<Payout["receipt"]> }) {
  return (
    <span>
      {receipt.state.title}{" "}
      {receipt.link === null ? null : (
        <Button type="link" size="small" href={receipt.link} target="_blank" rel="noreferrer">
          Открыть чек
        </Button>
      )}
    </span>
  );
}

function Act({ act }: { readonly act: NonNullable<Payout["act"]> }) {
  const download = useDownload(jobDocumentEndpoints.file);
  return (
    <span>
      №&nbsp;{act.number} от <DateText value={act.date} isDay />, {act.state.title.toLowerCase()}{" "}
      <Button type="link" size="small" onClick={() => void download({ params: { id: act.id } })}>
        Скачать PDF
      </Button>
    </span>
  );
}
