import { Typography } from "antd";
import { useMemo } from "react";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { ExportButton } from "#console/kit/export-button.tsx";
import { FailureNote } from "#console/kit/failure-note.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { RegistryLink } from "#console/kit/registry-link.tsx";
import { RECEIPTS } from "./payout-lists.ts";
import { useReceiptCommands } from "./receipt-commands.tsx";

const NEWEST_FIRST = { field: "registeredAt", order: "desc" } as const;
const FILTERS = [
  filter.search("ФИО, задание, № чека"),
  filter.manyOf("states", "Состояние", RECEIPT_STATE.definitions),
  filter.period("Сформирован"),
  filter.person("workmanID"),
  { ...filter.period("Аннулирован", "reversedStart", "reversedEnd"), isExtra: true },
];

export default function ReceiptList() {
  const commandsOf = useReceiptCommands();
  const columns = useMemo(() => columnsOf(commandsOf), [commandsOf]);
  return (
    <ListPage<Receipt>
      resource={RECEIPTS}
      title="Чеки"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      actions={({ filters }) => <ExportButton type="RECEIPTS" filters={filters} />}
      countWords={["чек", "чека", "чеков"]}
      empty="Чеков пока нет. Платформа формирует их в «Мой налог» перед каждой выплатой самозанятому"
    />
  );
}

function columnsOf(commandsOf: (receipt: Receipt) => readonly RowAction[]): ListColumn<Receipt>[] {
  return [
    column.person("workman", "Исполнитель", ({ workman }) => workman, { isFixed: true }),
    column.text(
      "job",
      "За что",
      ({ job, registryID }) =>
        job === null ? null : registryID === null ? (
          <PageLink to={`/jobs/${job.id}`}>{job.title}</PageLink>
        ) : (
          <RegistryLink registryID={registryID}>{job.title}</RegistryLink>
        ),
      { isHidden: "narrow" },
    ),
    column.money("amount", "Сумма", ({ amount }) => amount, { sortField: "amount" }),
    column.state(
      "state",
      "Состояние",
      ({ state, payoutNote }) => ({
        title: state.title,
        tone: RECEIPT_STATE.tones[state.id],
        hint: payoutNote ?? undefined,
      }),
      { states: RECEIPT_STATE },
    ),
    {
      ...column.text<Receipt>(
        "reason",
        "Причина",
        (receipt) =>
          receipt.failureReason ? (
            <FailureNote failure={receipt.failureReason} actions={commandsOf(receipt)} />
          ) : (
            receipt.reversalReason?.title
          ),
        { width: 230 },
      ),
      isEmpty: ({ failureReason, reversalReason }) =>
        failureReason === null && reversalReason === null,
    },
    column.date("registeredAt", "Сформирован", ({ registeredAt }) => registeredAt, {
      sortField: "registeredAt",
      isDay: true,
      width: 142,
      part: "day",
    }),
    column.text(
      "link",
      "Чек",
      ({ link, receiptID }) =>
        link && (
          <Typography.Link
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={`Открыть чек ${receiptID ?? ""}`}
          >
            Открыть чек
          </Typography.Link>
        ),
      { width: 104 },
    ),
    column.text("payoutNote", "Деньги", ({ payoutNote }) => payoutNote, { isHidden: true }),
    column.text("text", "Текст чека", ({ serviceText }) => serviceText, { isHidden: true }),
    column.text("receiptID", "Номер чека", ({ receiptID }) => receiptID, { isHidden: true }),
    column.text(
      "replaces",
      "Вместо",
      ({ replaces }) =>
        replaces &&
        (replaces.link === null ? (
          replaces.receiptID
        ) : (
          <Typography.Link
            href={replaces.link}
            target="_blank"
            rel="noreferrer"
            aria-label={`Открыть аннулированный чек ${replaces.receiptID}`}
          >
            {replaces.receiptID}
          </Typography.Link>
        )),
      { isHidden: true },
    ),
    column.date("reversedAt", "Аннулирован", ({ reversedAt }) => reversedAt, { isHidden: true }),
    column.actions(({ workman }) => workman.name, commandsOf),
  ];
}
