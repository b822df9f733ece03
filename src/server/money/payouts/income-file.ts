import { sql } from "kysely";
import { PAYOUT_STATE, PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { shownReceiptLink } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { FileReply } from "#server/http/replies.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import type { SheetCell, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { tableReply } from "#server/files/spreadsheet/table-reply.ts";
import type { Trx } from "#server/data/transaction.ts";
import { destinationMaskOf, netOf } from "./bank-orders.ts";
import { filtersOf, type PayoutFilters } from "./list-payouts.ts";
import { payoutsOfSide } from "./payouts-of-side.ts";
import { selectPayouts, type PayoutRow } from "./queries.ts";
import { sumOf, type Sums } from "./workman-income.ts";

/** The person waits for the file. */
const MOST_ROWS = 20_000;

/** @throws AppError `conflict` - too many rows. */
export async function incomeFile(
  trx: Trx,
  actor: Actor,
  { format, ...filters }: PayoutFilters,
): Promise<FileReply> {
  const where = sql.join([payoutsOfSide(actor, false), ...filtersOf(filters)], sql` AND `);
  const { rows } = await sql<PayoutRow>`
      ${selectPayouts()} WHERE ${where} ORDER BY p.created_at, p.id LIMIT ${MOST_ROWS + 1}`.execute(
    trx,
  );
  if (rows.length > MOST_ROWS)
    throw conflict(
      `В файл помещается не больше ${MOST_ROWS.toLocaleString("ru-RU")} выплат. Выберите период короче`,
    );
  const months = sumsTable("По месяцам", "Месяц", rows, ({ created_at: at }) =>
    formatDate(moscowDate(at)).slice(3),
  );
  return tableReply("Доход", format, [
    payoutsTable(actor, rows),
    months,
    sumsTable("По заказчикам", "Заказчик", rows, (row) => row.account_name),
  ]);
}

const money = (kopecks: bigint): SheetCell => ({ number: decimalSum(kopecks) });
const day = (at: Date | null): SheetCell => at && { date: moscowDate(at) };

function payoutsTable(actor: Actor, rows: readonly PayoutRow[]): SheetTable {
  return {
    name: "Выплаты",
    columns: [
      { title: "Дата", width: 12 },
      { title: "Заказчик", width: 30 },
      { title: "За что", width: 40 },
      { title: "Реестр", width: 22, isText: true },
      { title: "Состояние", width: 22 },
      { title: "Начислено, ₽", width: 14 },
      { title: "Резерв налога, ₽", width: 14 },
      { title: "В счёт долга, ₽", width: 14 },
      { title: "К выплате, ₽", width: 14 },
      { title: "Куда", width: 24, isText: true },
      { title: "Поступило", width: 12 },
      { title: "Акт", width: 14, isText: true },
      { title: "Чек", width: 60, isText: true },
    ],
    batches: [
      rows.map((row) => [
        day(row.created_at),
        row.account_name,
        row.job_title,
        row.registry_title,
        PAYOUT_STATE.titles[row.state],
        money(row.amount_kopecks),
        money(row.tax_reserved_kopecks),
        money(row.debt_taken_kopecks),
        money(netOf(row)),
        row.destination_mask ?? destinationMaskOf(row),
        // Returned payments have no date.
        row.state === "PAID" ? day(row.paid_at) : null,
        row.act_number,
        shownReceiptLink(actor, {
          workmanId: row.workman_id,
          inn: row.inn,
          receiptId: row.tax_receipt_id,
        }),
      ]),
    ],
  };
}

function sumsTable(
  name: string,
  title: string,
  rows: readonly PayoutRow[],
  groupOf: (row: PayoutRow) => string,
): SheetTable {
  const groups = groupBy(
    rows.filter(({ state }) => state === "PAID" || PAYOUTS_ON_THE_WAY.includes(state)),
    groupOf,
  );
  const line = (text: string, sums: Sums): SheetCell[] => [
    text,
    { count: Number(sums.count) },
    money(sums.accrued),
    money(sums.tax),
    money(sums.debt),
    money(sums.paid),
    money(sums.onTheWay),
  ];
  const lines = [...groups].map(([text, group]) => ({ text, sums: sumOf(group.map(sumsOf)) }));
  return {
    name,
    columns: [
      { title, width: 30, isText: true },
      { title: "Выплат", width: 10 },
      { title: "Начислено, ₽", width: 14 },
      { title: "Резерв налога, ₽", width: 14 },
      { title: "В счёт долга, ₽", width: 14 },
      { title: "Получено, ₽", width: 14 },
      { title: "В пути, ₽", width: 14 },
    ],
    batches: [
      [
        ...lines.map(({ text, sums }) => line(text, sums)),
        line("Всего", sumOf(lines.map(({ sums }) => sums))),
      ],
    ],
  };
}

function sumsOf(row: PayoutRow): Sums {
  const net = netOf(row);
  return {
    count: 1n,
    accrued: row.amount_kopecks,
    tax: row.tax_reserved_kopecks,
    debt: row.debt_taken_kopecks,
    paid: row.state === "PAID" ? net : 0n,
    onTheWay: row.state === "PAID" ? 0n : net,
  };
}
