import { PAYROLL_ITEM_TONES } from "#contract/registries/registry-item-states.ts";
import { lazy, memo, Suspense, useCallback, useState } from "react";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { formatRubles } from "#console/format/money.ts";
import { useAccess } from "#console/providers/access.ts";
import { useAction, useDownload } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import { StateTag } from "#console/ui/state-tag.tsx";
import { ConfirmDialog } from "#console/ui/light/confirm-dialog.tsx";
import type { ItemSectionProps } from "./item-section.tsx";
import { type MoneySight } from "./registry-words.ts";
import { useMoneySight } from "./use-registry.ts";
import "./item-table.css";

const ReverseReceiptDialog = lazy(() => import("./reverse-receipt-dialog.tsx"));

type Command = { readonly kind: "retry" | "give-up" | "reverse"; readonly item: PayrollItem };

/** What became of each row: state, dates, receipt, act, reason, and the way out of a failure. */
export function ResultTable({ info, rows, onChanged, onPostings }: ItemSectionProps & { readonly rows: readonly PayrollItem[] }) {
  const [command, setCommand] = useState<Command | null>(null);
  const sight = useMoneySight();
  const access = useAccess();
  const hasPostings = access("transactions.view").can;
  const mayPay = access("payroll-registries.execute").can || access("receipts.reverse").can;
  const downloadAct = useDownload(edocumentEndpoints.download);
  const handleAct = useCallback((id: number) => void downloadAct({ params: { id } }), [downloadAct]);
  return (
    <div className="item-scroll" tabIndex={0} role="region" aria-label="Таблица строк">
      <table className="item-table result-table" aria-label="Строки реестра" aria-rowcount={info.rowsCount + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">№</th>
            <th scope="col">Исполнитель</th>
            <th scope="col">Услуга</th>
            <th scope="col">Период</th>
            {sight.sums ? <th scope="col">Сумма</th> : null}
            <th scope="col">Состояние</th>
            <th scope="col">Чек</th>
            <th scope="col">Акт</th>
            {mayPay ? <th scope="col" className="cell-actions">Действия</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <ResultRow key={item.id} item={item} sight={sight} hasPostings={hasPostings} mayPay={mayPay} onPostings={onPostings} onAct={handleAct} onCommand={setCommand} />
          ))}
        </tbody>
      </table>
      {command?.kind === "reverse" ? <Suspense fallback={null}><ReverseReceiptDialog item={command.item} onClose={() => setCommand(null)} onDone={() => (setCommand(null), onChanged())} /></Suspense> : null}
      {command && command.kind !== "reverse" ? <CommandDialog command={{ kind: command.kind, item: command.item }} onClose={() => setCommand(null)} onDone={() => (setCommand(null), onChanged())} /> : null}
    </div>
  );
}

interface ResultRowProps {
  readonly item: PayrollItem;
  readonly sight: MoneySight;
  readonly hasPostings: boolean;
  readonly mayPay: boolean;
  readonly onPostings: (item: PayrollItem) => void;
  readonly onAct: (documentId: number) => void;
  readonly onCommand: (command: Command) => void;
}

const ResultRow = memo(function ResultRow({ item, sight, hasPostings, mayPay, onPostings, onAct, onCommand }: ResultRowProps) {
  const { cells, payout, receipt, actDocumentID: actId } = item;
  return (
    <tr aria-rowindex={item.rowNo + 1}>
      <th scope="row" className="num">
        {item.rowNo}
      </th>
      <td data-label="Исполнитель">
        {item.workman?.name ?? cells.fullName ?? "—"}
        <small className="num">{cells.inn}</small>
      </td>
      <td data-label="Услуга" className="cell-service">
        <span className="num">{cells.serviceCode}</span>
        <small>{cells.receiptText}</small>
      </td>
      <td data-label="Период">
        <span className="num">{cells.workStart} –</span> <span className="num">{cells.workEnd}</span>
      </td>
      {sight.sums ? (
        <td data-label="Сумма">
          {hasPostings && payout ? (
            <button type="button" className="sum-button" onClick={() => onPostings(item)}>
              <MoneyText rubles={item.amount} />
              <span className="hidden-text">, показать проводки строки {item.rowNo}</span>
            </button>
          ) : (
            <MoneyText rubles={item.amount} />
          )}
          {item.commission ? (
            <small>
              комиссия <MoneyText rubles={item.commission} />
            </small>
          ) : null}
        </td>
      ) : null}
      <td data-label="Состояние">
        <StateTag tone={PAYROLL_ITEM_TONES[item.state.id]}>{item.state.title}</StateTag>
        {payout?.paidAt ? (
          <small>
            <DateText value={payout.paidAt} />
          </small>
        ) : null}
        {payout?.failureReason ? <span className="cell-error">{payout.failureReason.title}</span> : null}
        {item.errors.map(({ message, column }) => (
          <span key={`${column}:${message}`} className="cell-error">
            {message}
          </span>
        ))}
      </td>
      <td data-label="Чек">
        {receipt?.link ? (
          <a href={receipt.link} target="_blank" rel="noreferrer">
            Чек<span className="hidden-text"> строки {item.rowNo}, откроется в новой вкладке</span>
          </a>
        ) : null}
        {receipt?.link && receipt.state.id === "REGISTERED" ? null : <small>{receipt?.state.title ?? "—"}</small>}
      </td>
      <td data-label="Акт">
        {actId !== null ? (
          <button type="button" className="button button-link" aria-label={`Скачать акт строки ${item.rowNo}`} onClick={() => onAct(actId)}>
            PDF
          </button>
        ) : (
          "—"
        )}
      </td>
      {mayPay ? (
        <td data-label="Действия" className="cell-actions">
          {item.permissions.retry ? (
            <button type="button" className="button button-link" aria-label={`Повторить выплату, строка ${item.rowNo}`} onClick={() => onCommand({ kind: "retry", item })}>
              Повторить выплату
            </button>
          ) : null}
          {canGiveUp(item) ? (
            <button type="button" className="button button-link" aria-label={`Отменить выплату, строка ${item.rowNo}`} onClick={() => onCommand({ kind: "give-up", item })}>
              Отменить выплату
            </button>
          ) : null}
          {item.permissions.reverseReceipt ? (
            <button type="button" className="button button-link" aria-label={`Аннулировать чек, строка ${item.rowNo}`} onClick={() => onCommand({ kind: "reverse", item })}>
              Аннулировать чек
            </button>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
});

/** The state table of payouts knows when money may go back to the customer. */
function canGiveUp(item: PayrollItem): boolean {
  return item.permissions.retry && item.payout !== null && (PAYOUT_TRANSITIONS.giveUp.from as readonly string[]).includes(item.payout.state.id);
}

function CommandDialog({ command, onClose, onDone }: { command: { readonly kind: "retry" | "give-up"; readonly item: PayrollItem }; onClose: () => void; onDone: () => void }) {
  const { kind, item } = command;
  const retry = useAction(payrollRegistryEndpoints.retryItem, { done: "Выплата отправлена ещё раз" });
  const giveUp = useAction(payrollRegistryEndpoints.giveUpItem, { done: "Выплата отменена, деньги вернутся на баланс" });
  const action = kind === "retry" ? retry : giveUp;
  const whom = `${formatRubles(item.amount)} исполнителю ${item.workman?.name ?? item.cells.fullName ?? ""}`.trim();
  const handleConfirm = async () => {
    await action.run({ params: { id: item.id } });
    onDone();
  };
  return kind === "retry" ? (
    <ConfirmDialog title="Повторить выплату" submitTitle="Повторить выплату" isBusy={action.isRunning} onClose={onClose} onConfirm={handleConfirm}>
      Будет ещё раз отправлено {whom}, строка {item.rowNo}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog title="Отменить выплату" submitTitle="Отменить выплату" backTitle="Не отменять" isBusy={action.isRunning} onClose={onClose} onConfirm={handleConfirm}>
      Не будет выплачено {whom}, строка {item.rowNo}. Деньги вернутся на баланс, чек будет аннулирован
    </ConfirmDialog>
  );
}
