import { useCan } from "@refinedev/core";
import { Button, Typography } from "antd";
import { useMemo } from "react";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { PAYROLL_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { DateText } from "#console/kit/date-text.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { FailureNote } from "#console/kit/failure-note.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import type { ResultContext } from "../registry-kind.ts";
import { rowNumberColumn } from "../registry-columns.tsx";
import { useMoneySight } from "../use-registry.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { usePayoutActions } from "./use-payout-actions.ts";

export function usePayrollResults({
  info,
  onChanged,
  open,
}: ResultContext<PayrollInfo, PayrollItem>) {
  const actionsOf = usePayoutActions(onChanged);
  const { sums } = useMoneySight(PAYROLL);
  const downloadAct = useDownload(edocumentEndpoints.download);
  const hasPostings = useCan(right("transactions.view")).data?.can;
  const hasReasons = info.failedCount + info.errorsCount > 0;
  const columns = useMemo(() => {
    const all: (ListColumn<PayrollItem> | null)[] = [
      rowNumberColumn(info.rowsCount),
      column.person(
        "workman",
        "Исполнитель",
        ({ workman, cells }) => workman ?? (cells["fullName"] ? { name: cells["fullName"] } : null),
        { isFixed: true },
      ),
      column.inn("inn", "ИНН", ({ cells }) => cells["inn"] ?? null, { isHidden: "narrow" }),
      column.text("serviceCode", "Код услуги", ({ cells }) => cells["serviceCode"], {
        width: 100,
        isHidden: true,
      }),
      column.text("receiptText", "Текст для чека", ({ cells }) => cells["receiptText"], {
        width: 200,
        isHidden: true,
      }),
      column.text(
        "period",
        "Период",
        ({ workStart, workEnd }) => (
          <span className="num">
            <DateText value={workStart} isDay /> – <DateText value={workEnd} isDay />
          </span>
        ),
        { width: 182, isHidden: hasReasons || "narrow" },
      ),
      sums
        ? {
            ...column.text<PayrollItem>(
              "amount",
              "Сумма",
              (item) => <Sum item={item} onOpen={hasPostings && item.payout ? open : undefined} />,
              { width: 112, align: "right", part: "sum" },
            ),
            plain: (item) => <Sum item={item} />,
          }
        : null,
      sums
        ? column.money("commission", "Комиссия", ({ commission }) => commission, {
            width: 110,
            isHidden: true,
          })
        : null,
      column.state(
        "state",
        "Состояние",
        ({ state }) => ({ title: state.title, tone: PAYROLL_ITEM_STATE.tones[state.id] }),
        { states: PAYROLL_ITEM_STATE },
      ),
      {
        ...column.text<PayrollItem>(
          "reason",
          "Причина",
          (item) => <Reason item={item} actions={actionsOf(item)} />,
          {
            width: 230,
            isHidden: !hasReasons,
          },
        ),
        isEmpty: (item) => reasonOf(item) === "",
      },
      {
        ...column.date<PayrollItem>("paidAt", "Выплачено", ({ payout }) => payout?.paidAt, {
          isDay: true,
          isHidden: hasReasons && "narrow",
        }),
        isEmpty: ({ payout }) => !payout?.paidAt,
      },
      {
        ...column.text<PayrollItem>("receipt", "Чек", (item) => <Receipt item={item} />, {
          width: 90,
        }),
        isEmpty: ({ receipt }) => receipt === null,
      },
      {
        ...column.text<PayrollItem>(
          "act",
          "Акт",
          ({ line, actDocumentID: id }) =>
            id === null ? (
              "—"
            ) : (
              <ActButton line={line} onDownload={() => void downloadAct({ params: { id } })} />
            ),
          { width: 56, isHidden: hasReasons && "narrow" },
        ),
        isEmpty: ({ actDocumentID }) => actDocumentID === null,
      },
      column.actions(
        ({ line }) => `строка ${line}`,
        (item) => [
          { key: "open", label: "Подробнее", onClick: () => open(item) },
          ...actionsOf(item),
        ],
      ),
    ];
    return all.filter((one) => one !== null);
  }, [info.rowsCount, sums, hasPostings, hasReasons, open, downloadAct, actionsOf]);
  return columns;
}

function Sum({
  item,
  onOpen,
}: {
  readonly item: PayrollItem;
  readonly onOpen?: (item: PayrollItem) => void;
}) {
  if (!onOpen) return <MoneyText rubles={item.amount} />;
  return (
    <Button type="link" size="small" className="sum-button" onClick={() => onOpen(item)}>
      <MoneyText rubles={item.amount} />
      <span className="hidden-text">, показать проводки строки {item.line}</span>
    </Button>
  );
}

function Reason({
  item,
  actions,
}: {
  readonly item: PayrollItem;
  readonly actions: readonly RowAction[];
}) {
  const failure = item.payout?.failureReason;
  if (failure) return <FailureNote failure={failure} actions={actions} />;
  const text = reasonOf(item);
  return text === "" ? (
    "—"
  ) : (
    <Typography.Text type="danger" title={text}>
      {text}
    </Typography.Text>
  );
}

function reasonOf({ payout, errors }: PayrollItem): string {
  return [payout?.failureReason?.title, ...errors.map(({ message }) => message)]
    .filter(Boolean)
    .join(". ");
}

/** Its link, or its state unless registered. */
export function Receipt({ item: { receipt, line } }: { readonly item: PayrollItem }) {
  if (receipt === null) return "—";
  const link = receipt.link ? (
    <Typography.Link href={receipt.link} target="_blank" rel="noreferrer">
      {receipt.state.id === "REGISTERED" ? "Чек" : receipt.state.title}
      <span className="hidden-text"> строки {line}, откроется в новой вкладке</span>
    </Typography.Link>
  ) : null;
  return link ?? receipt.state.title;
}

export function ActButton({
  line,
  onDownload,
}: {
  readonly line: number;
  readonly onDownload: () => void;
}) {
  return (
    <Button
      type="link"
      size="small"
      className="sum-button"
      aria-label={`Скачать акт строки ${line}`}
      onClick={onDownload}
    >
      PDF
    </Button>
  );
}
