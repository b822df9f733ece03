import { Typography } from "antd";
import { useMemo } from "react";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { PayoutIncome } from "#contract/payouts/payout-income.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { PayoutById, PayoutDetails } from "../payout-details.tsx";
import { arrivalOf, promiseOf, workOf } from "../payout-labels.ts";
import { PayoutSums } from "../payout-sums.tsx";
import { PAYOUTS } from "../payout-lists.ts";

const FILTERS = [
  filter.search("Работа, заказчик, № реестра"),
  filter.manyOf("states", "Состояние", PAYOUT_STATE.definitions),
  filter.period("Дата"),
];
const NOBODY: PayoutIncome["accounts"] = [];

const COLUMNS: readonly ListColumn<Payout>[] = [
  column.date("createdAt", "Дата", ({ createdAt }) => createdAt, {
    sortField: "createdAt",
    isFixed: true,
    isDay: true,
    width: 112,
    part: "day",
  }),
  column.money("toTransfer", "К выплате", ({ toTransfer }) => toTransfer, {
    sortField: "amount",
    isFixed: true,
  }),
  column.state(
    "state",
    "Состояние",
    ({ state }) => ({ title: state.title, tone: PAYOUT_STATE.tones[state.id] }),
    { states: PAYOUT_STATE },
  ),
  column.text("arrival", "Поступление", (payout) => arrivalOf(payout) ?? promiseOf(payout), {
    sortField: "paidAt",
    width: 156,
  }),
  column.link(
    "account",
    "Заказчик",
    ({ account }) => ({ to: `/accounts/${account.id}`, text: account.companyDetailsName }),
    { isHidden: "narrow", part: "name" },
  ),
  column.text("work", "За что", (payout) => <Work payout={payout} />),
  column.text("receipt", "Чек", ({ receipt }) => receipt && <ReceiptLink receipt={receipt} />, {
    width: 104,
  }),
  column.money("amount", "Начислено", ({ amount }) => amount, { isHidden: true }),
  column.money("taxAmount", "Резерв налога", ({ taxAmount }) => taxAmount, { isHidden: true }),
  column.money("debtAmount", "В счёт долга", ({ debtAmount }) => debtAmount, { isHidden: true }),
  column.text("destination", "Куда", ({ destination }) => destination, { isHidden: true }),
];

interface PayoutListProps {
  readonly list: PagedList<Payout>;
  readonly accounts?: PayoutIncome["accounts"];
}

export function PayoutList({ list, accounts = NOBODY }: PayoutListProps) {
  const filters = useMemo(
    () => [
      ...FILTERS,
      filter.oneOf(
        "accountID",
        "Заказчик",
        accounts.map(({ id, companyDetailsName }) => ({ id, title: companyDetailsName })),
      ),
    ],
    [accounts],
  );
  return (
    <ListView<Payout>
      list={list}
      settingsName={PAYOUTS}
      title="Выплаты"
      columns={COLUMNS}
      filters={filters}
      countWords={["выплата", "выплаты", "выплат"]}
      totals={({ answer }) => <PayoutSums paidWord="Получено" totals={answer["totals"]} />}
      drawer={{
        title: ({ account }) => `Выплата от ${account.companyDetailsName}`,
        content: (payout) => <PayoutDetails payout={payout} />,
        other: (id) => <PayoutById id={id} />,
      }}
      empty="Выплат пока нет. Они появятся, когда заказчик примет вашу работу или заплатит по реестру"
    />
  );
}

function Work({ payout }: { readonly payout: Payout }) {
  const { to, text } = workOf(payout);
  return to === null ? text : <PageLink to={to}>{text}</PageLink>;
}

function ReceiptLink({ receipt }: { readonly receipt: NonNullable<Payout["receipt"]> }) {
  if (receipt.link === null) return receipt.state.title;
  return (
    <Typography.Link href={receipt.link} target="_blank" rel="noreferrer">
      Открыть чек
    </Typography.Link>
  );
}
