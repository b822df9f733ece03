import { Alert, Button, Descriptions, Flex, Skeleton, Typography } from "antd";
import { useMemo } from "react";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { ExportButton } from "#console/kit/export-button.tsx";
import { FailureNote } from "#console/kit/failure-note.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { RegistryLink } from "#console/kit/registry-link.tsx";
import { PAYOUTS } from "./payout-lists.ts";
import { usePayoutCommands } from "./payout-commands.tsx";
import { arrivalOf, promiseOf, workOf } from "./payout-labels.ts";
import { PayoutSums } from "./payout-sums.tsx";
import { PayoutPostings } from "#console/kit/payout-postings.tsx";
import { PayoutSteps } from "#console/kit/payout-steps.tsx";
import { ReceiptLine } from "./receipt-line.tsx";
import { keptItems } from "./kept-items.tsx";
import { useOne } from "@refinedev/core";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("ФИО, ИНН, сумма, задание, номер в банке"),
  filter.manyOf("states", "Состояние", PAYOUT_STATE.definitions),
  filter.period("Создана"),
  filter.person("workmanID"),
  { ...filter.project("projectIDs", true), isExtra: true },
  filter.marked("withoutProject", "Без проекта"),
];
const sumOf = ({ toTransfer }: Payout) => toTransfer;

export default function CompanyPayoutList() {
  const commandsOf = usePayoutCommands();
  const columns = useMemo(() => columnsOf(commandsOf), [commandsOf]);
  return (
    <ListPage<Payout>
      resource={PAYOUTS}
      title="Выплаты"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      actions={({ filters }) => <ExportButton type="PAYOUTS" filters={filters} />}
      countWords={["выплата", "выплаты", "выплат"]}
      sumOf={sumOf}
      totals={({ answer }) => <PayoutSums paidWord="Выплачено" totals={answer["totals"]} />}
      drawer={{
        title: ({ workman }) => `Выплата: ${workman.name}`,
        content: (payout) => <Details payout={payout} commands={commandsOf(payout)} />,
        other: (id) => <ById id={id} commandsOf={commandsOf} />,
      }}
      empty="Выплат пока нет. Они появятся, когда вы примете результат задания или выполните реестр выплат"
    />
  );
}

function columnsOf(commandsOf: (payout: Payout) => readonly RowAction[]): ListColumn<Payout>[] {
  return [
    column.person("workman", "Исполнитель", ({ workman }) => workman, { isFixed: true }),
    column.text("work", "За что", (payout) => <Work payout={payout} />),
    column.state(
      "state",
      "Состояние",
      ({ state }) => ({ title: state.title, tone: PAYOUT_STATE.tones[state.id] }),
      { states: PAYOUT_STATE },
    ),
    column.money("amount", "Начислено", ({ amount }) => amount, {
      sortField: "amount",
      width: 122,
    }),
    column.money("toTransfer", "К выплате", ({ toTransfer }) => toTransfer, {
      width: 122,
      isHidden: "narrow",
    }),
    column.date("createdAt", "Создана", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      isDay: true,
      isHidden: "narrow",
      part: "day",
    }),
    column.text("paidAt", "Выплачено", arrivalOf, { sortField: "paidAt", width: 156 }),
    column.text("promise", "Придёт", (payout) => promiseOf(payout), { isHidden: true }),
    column.text("destination", "Куда", ({ destination }) => destination, { isHidden: true }),
    {
      ...column.text<Payout>(
        "failure",
        "Почему не дошла",
        (payout) =>
          payout.failureReason && (
            <FailureNote
              failure={payout.failureReason}
              words={payout.problem}
              payout={payout}
              actions={commandsOf(payout)}
            />
          ),
        { width: 220, part: "state" },
      ),
      isEmpty: ({ failureReason }) => failureReason === null,
    },
    column.actions(({ workman }) => workman.name, commandsOf),
  ];
}

function Work({ payout }: { readonly payout: Payout }) {
  const { to, text } = workOf(payout);
  if (to !== null) return <PageLink to={to}>{text}</PageLink>;
  return payout.registryID === null ? (
    text
  ) : (
    <RegistryLink registryID={payout.registryID}>{text}</RegistryLink>
  );
}

function Details({
  payout,
  commands,
}: {
  readonly payout: Payout;
  readonly commands: readonly RowAction[];
}) {
  const {
    state,
    amount,
    toTransfer,
    kind,
    destination,
    destinationHolder,
    failureReason,
    problem,
    act,
    payoutNote,
  } = payout;
  return (
    <>
      {payoutNote && state.id !== "BANK_HELD" ? (
        <Alert type="warning" showIcon message={payoutNote} style={{ marginBottom: 16 }} />
      ) : null}
      <PayoutSteps payoutId={payout.id} />
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={PAYOUT_STATE.tones[state.id]} />,
          },
          ...(failureReason
            ? [
                {
                  key: "failure",
                  label: "Почему не дошла",
                  children: (
                    <FailureNote
                      failure={failureReason}
                      words={problem}
                      payout={payout}
                      actions={[]}
                    />
                  ),
                },
              ]
            : []),
          { key: "id", label: "№ выплаты", children: <span className="num">{payout.id}</span> },
          { key: "work", label: "За что", children: <Work payout={payout} /> },
          { key: "amount", label: "Начислено", children: <MoneyText rubles={amount} /> },
          ...keptItems(payout),
          { key: "transfer", label: "К выплате", children: <MoneyText rubles={toTransfer} /> },
          {
            key: "where",
            label: kind.title,
            children: [destination, destinationHolder].filter(Boolean).join(", ") || "—",
          },
          {
            key: "act",
            label: "Акт",
            children: act ? `№ ${act.number}, ${act.state.title.toLowerCase()}` : "—",
          },
          {
            key: "receipt",
            label: "Чек",
            children: <ReceiptLine payout={payout} receipt={undefined} />,
          },
        ]}
      />
      <Flex gap="small" wrap style={{ marginTop: 16 }}>
        {commands.map(({ key, label, onClick, isDangerous }) => (
          <Button
            key={key}
            danger={isDangerous}
            type={isDangerous ? "default" : "primary"}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </Flex>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        Проводки
      </Typography.Title>
      <PayoutPostings payoutId={payout.id} />
    </>
  );
}

/** A payout that is not on the loaded page, opened by a link. */
function ById({
  id,
  commandsOf,
}: {
  readonly id: number;
  readonly commandsOf: (payout: Payout) => readonly RowAction[];
}) {
  const { result: payout, query } = useOne<Payout>({
    resource: PAYOUTS,
    id,
    errorNotification: false,
  });
  const { error } = query;
  if (error) return <p>{error.statusCode === 404 ? "Такой выплаты нет" : error.message}</p>;
  return payout ? <Details payout={payout} commands={commandsOf(payout)} /> : <Skeleton active />;
}
