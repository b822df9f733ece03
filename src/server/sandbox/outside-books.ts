import { sql, type Kysely } from "kysely";
import { listMeta } from "#contract/kernel/paging.ts";
import { BANK_DIFFERENCE, type BankDifference } from "#contract/transactions/reconciliation.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";

interface Page {
  readonly page: number;
  readonly perPage: number;
  readonly search: string | null;
}

export async function readBankOrders(
  db: Kysely<Schema>,
  { page, perPage, search }: Page,
  now: Date,
) {
  const found = sql`
    WHERE ${search}::text IS NULL
      OR o.order_id LIKE ${search}::text || '%'
      OR o.recipient_inn = ${search}
      OR strpos(lower(o.recipient_name), lower(${search}::text)) > 0`;
  const { rows } = await sql<OrderRow>`
    SELECT o.*, CASE
      WHEN o.answer_at > ${now} THEN 'PENDING'
      WHEN o.held_until > ${now} THEN 'HELD'
      WHEN o.failure_reason IS NOT NULL THEN 'REJECTED'
      WHEN o.return_at <= ${now} THEN 'RETURNED'
      ELSE 'DONE' END AS status,
      (SELECT d.reason
        FROM bank_differences d
        WHERE d.order_id = o.order_id AND d.gone_at IS NULL AND d.settled_at IS NULL) AS difference
    FROM sandbox.bank_orders o ${found}
    ORDER BY o.taken_at DESC, o.order_id DESC
    LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`.execute(db);
  const total = await sql<{
    n: bigint;
  }>`SELECT count(*) AS n FROM sandbox.bank_orders o ${found}`.execute(db);
  const items = rows.map((row) => ({
    orderId: row.order_id,
    kind: row.kind,
    amount: kopecksToRubles(row.amount_kopecks),
    recipientName: row.recipient_name,
    recipientInn: row.recipient_inn,
    purpose: row.purpose,
    takenAt: row.taken_at.toISOString(),
    status: row.status,
    reason:
      row.status === "REJECTED"
        ? row.failure_reason
        : row.status === "RETURNED"
          ? row.return_reason
          : null,
    difference: row.difference && BANK_DIFFERENCE.titles[row.difference],
  }));
  return { items, meta: listMeta(page, perPage, Number(total.rows[0]?.n ?? 0n)) };
}

interface OrderRow {
  readonly order_id: string;
  readonly kind: string;
  readonly amount_kopecks: bigint;
  readonly recipient_name: string;
  readonly recipient_inn: string;
  readonly purpose: string;
  readonly taken_at: Date;
  readonly status: "PENDING" | "HELD" | "DONE" | "REJECTED" | "RETURNED";
  readonly failure_reason: string | null;
  readonly return_reason: string | null;
  readonly difference: BankDifference | null;
}

/** @throws AppError `not_found`; `conflict` - not executed, or returned already. */
export async function returnBankOrder(
  db: Kysely<Schema>,
  orderId: string,
  reason: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE sandbox.bank_orders SET return_at = ${now}, return_reason = ${reason}
    WHERE order_id = ${orderId}
      AND failure_reason IS NULL
      AND answer_at <= ${now}
      AND (held_until IS NULL OR held_until <= ${now})
      AND (return_at IS NULL OR return_at > ${now})
    RETURNING 1`.execute(db);
  if (rows.length > 0) return;
  const known = await sql`
    SELECT 1 FROM sandbox.bank_orders WHERE order_id = ${orderId}`.execute(db);
  throw known.rows.length === 0
    ? notFound("Банк не знает такого поручения")
    : conflict("Вернуть можно только исполненное поручение");
}

/**
 * By the word of the order's owner.
 *
 * @throws AppError `conflict` - it is not held.
 */
export async function endBankHold(
  db: Kysely<Schema>,
  orderId: string,
  isConfirmed: boolean,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE sandbox.bank_orders
    SET held_until = ${now}, failure_reason = ${isConfirmed ? null : "COMPLIANCE"}
    WHERE order_id = ${orderId} AND held_until > ${now}
    RETURNING 1`.execute(db);
  if (rows.length === 0) throw conflict("Банк не держит это поручение");
}

export async function readTaxReceipts(
  db: Kysely<Schema>,
  { page, perPage, search }: Page,
  now: Date,
) {
  const found = sql`
    WHERE ${search}::text IS NULL
      OR i.inn = ${search}
      OR i.receipt_id = ${search}
      OR i.operation_id = ${search}`;
  const { rows } = await sql<IncomeRow>`
    SELECT i.*, CASE
      WHEN i.answer_at > ${now} THEN 'PROCESSING'
      WHEN i.error IS NOT NULL THEN 'REFUSED'
      WHEN i.canceled_at <= ${now} THEN 'CANCELED'
      ELSE 'REGISTERED' END AS status
    FROM sandbox.tax_incomes i ${found}
    ORDER BY i.received_at DESC, i.operation_id DESC
    LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`.execute(db);
  const total = await sql<{
    n: bigint;
  }>`SELECT count(*) AS n FROM sandbox.tax_incomes i ${found}`.execute(db);
  const items = rows.map((row) => ({
    id: row.receipt_id,
    operationId: row.operation_id,
    inn: row.inn,
    serviceName: row.service_name,
    amount: kopecksToRubles(row.amount_kopecks),
    operationAt: row.operation_at.toISOString(),
    status: row.status,
    error: row.error,
    canceledBy: row.canceled_by,
    link: linkOfReceipt(row.inn, row.receipt_id),
  }));
  return { items, meta: listMeta(page, perPage, Number(total.rows[0]?.n ?? 0n)) };
}

interface IncomeRow {
  readonly operation_id: string;
  readonly inn: string;
  readonly service_name: string;
  readonly amount_kopecks: bigint;
  readonly operation_at: Date;
  readonly receipt_id: string;
  readonly status: "PROCESSING" | "REGISTERED" | "REFUSED" | "CANCELED";
  readonly error: string | null;
  readonly canceled_by: string | null;
}

/**
 * As its worker in «Мой налог».
 *
 * @throws AppError `not_found`; `conflict` - annulled already.
 */
export async function annulReceipt(
  db: Kysely<Schema>,
  receiptId: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE sandbox.tax_incomes
    SET canceled_at = ${now}, cancel_reason = 'REGISTRATION_MISTAKE', canceled_by = 'WORKMAN'
    WHERE receipt_id = ${receiptId}
      AND error IS NULL
      AND answer_at <= ${now}
      AND canceled_at IS NULL
    RETURNING 1`.execute(db);
  if (rows.length > 0) {
    // The platform looks once an hour: make it look at once.
    await sql`
      UPDATE receipt_sweep SET after_workman_id = 0, due_at = least(due_at, ${now}::timestamptz)`.execute(
      db,
    );
    return;
  }
  const known = await sql`
      SELECT 1 FROM sandbox.tax_incomes WHERE receipt_id = ${receiptId} AND error IS NULL`.execute(
    db,
  );
  throw known.rows.length === 0
    ? notFound("Такого чека нет")
    : conflict("Чек ещё не сформирован или уже аннулирован");
}

interface Taxpayer {
  readonly inn: string;
  readonly registered: boolean;
  readonly bound: boolean;
  readonly mayRegisterIncome: boolean;
  /** `null` keeps the current value. */
  readonly otherIncomeKopecks: bigint | null;
}

/** The platform's next check finds it, and lists a revoked access. */
export async function setTaxpayer(
  db: Kysely<Schema>,
  taxpayer: Taxpayer,
  now: Date,
): Promise<void> {
  const permissions = taxpayer.mayRegisterIncome
    ? [
        "INCOME_REGISTRATION",
        "PAYMENT_INFORMATION",
        "TAX_PAYMENT",
        "INCOME_LIST",
        "INCOME_SUMMARY",
        "CANCEL_INCOME",
      ]
    : [];
  await sql`
    INSERT INTO sandbox.taxpayers (inn, registered, bound, permissions, other_income_kopecks)
    VALUES (${taxpayer.inn}, ${taxpayer.registered}, ${taxpayer.bound}, ${permissions}::text[],
      coalesce(${taxpayer.otherIncomeKopecks}::bigint, 0))
    ON CONFLICT (inn) DO UPDATE
    SET registered = excluded.registered, bound = excluded.bound,
      permissions = excluded.permissions,
      unbound_at = CASE
        WHEN taxpayers.bound
        AND NOT excluded.bound THEN ${now}::timestamptz
        ELSE taxpayers.unbound_at END,
      other_income_kopecks = coalesce(${taxpayer.otherIncomeKopecks}::bigint,
        taxpayers.other_income_kopecks)`.execute(db);
}
