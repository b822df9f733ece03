import { sql, type Kysely } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { paymentPurpose } from "#server/modules/invoices/index.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";

const SHOWN = 50;

export async function readInvoices(db: Kysely<Schema>) {
  const { rows } = await sql<{
    id: bigint;
    number: string;
    short_name: string;
    amount_kopecks: bigint;
    paid_kopecks: bigint;
    valid_until: string;
  }>`
    SELECT i.id, i.number, a.short_name, i.amount_kopecks, i.paid_kopecks, i.valid_until
    FROM invoices i
    JOIN accounts a ON a.id = i.account_id
    WHERE i.state IN ('created', 'partially_paid', 'expired')
    ORDER BY i.created_at DESC, i.id DESC
    LIMIT ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    number: row.number,
    account: row.short_name,
    amount: kopecksToRubles(row.amount_kopecks),
    left: kopecksToRubles(row.amount_kopecks - row.paid_kopecks),
    validUntil: row.valid_until,
  }));
}

/** @throws AppError `not_found`. */
export async function readInvoiceNumber(db: Kysely<Schema>, id: number): Promise<string> {
  const { rows } = await sql<{
    number: string;
  }>`SELECT number FROM invoices WHERE id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("Нет такого счёта");
  return rows[0].number;
}

interface Payment {
  readonly id: number;
  /** `null`: the sum left. */
  readonly amountKopecks: bigint | null;
  /** `null`: the invoice's own text. */
  readonly purpose: string | null;
  readonly payerInn: string | null;
  readonly at: Date;
}

/**
 * A line of the customer's payment in the statement, which the platform reads as usual.
 *
 * @returns the bank's id of the line.
 * @throws AppError `not_found`; `conflict` - nothing is left to pay and no sum is given.
 */
export async function payInvoice(
  trx: Trx,
  { id, amountKopecks, purpose, payerInn, at }: Payment,
): Promise<string> {
  const { rows } = await sql<{
    number: string;
    created_at: Date;
    contract_number: string | null;
    inn: string;
    short_name: string;
    bank_provider: string;
    left_kopecks: bigint;
  }>`
    SELECT i.number, i.created_at, a.contract_number, a.inn, a.short_name, i.bank_provider,
      i.amount_kopecks - i.paid_kopecks AS left_kopecks
    FROM invoices i JOIN accounts a ON a.id = i.account_id WHERE i.id = ${id}`.execute(trx);
  const invoice = rows[0];
  if (!invoice) throw notFound("Нет такого счёта");
  const amount = amountKopecks ?? invoice.left_kopecks;
  if (amount <= 0n) throw conflict("Счёт уже оплачен. Укажите сумму, чтобы заплатить ещё раз");
  return addIncome(trx, {
    bankProvider: invoice.bank_provider,
    amountKopecks: amount,
    payerInn: payerInn ?? invoice.inn,
    payerName: invoice.short_name,
    purpose: purpose ?? paymentPurpose(invoice),
    at,
  });
}

interface Income {
  readonly bankProvider: string;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  readonly purpose: string;
  readonly at: Date;
}

export async function addIncome(
  trx: Trx,
  { bankProvider, amountKopecks, payerInn, payerName, purpose, at }: Income,
): Promise<string> {
  // Lines become visible in the order of their ids: a reader of one has read all before it.
  await sql`LOCK TABLE sandbox.bank_incomes IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  const added = await sql<{ payment_id: string }>`
    INSERT INTO sandbox.bank_incomes (payment_id, bank_provider, amount_kopecks, payer_inn,
      payer_name, purpose, at)
    VALUES ('demo-' || gen_random_uuid(), ${bankProvider}, ${amountKopecks}, ${payerInn},
      ${payerName}, ${purpose}, ${at})
    RETURNING payment_id`.execute(trx);
  // The platform reads once a minute: make it read at once.
  await sql`UPDATE statement_cursor SET due_at = least(due_at, ${at}::timestamptz)`.execute(trx);
  await announce(trx, { to: "sandbox", resource: "invoices" });
  return added.rows[0]?.payment_id as string;
}

/** Newest first; `guess`: the company that got a notice. */
export async function readUnrecognized(db: Kysely<Schema>) {
  const { rows } = await sql<{
    id: bigint;
    amount_kopecks: bigint;
    payer_inn: string;
    payer_name: string;
    purpose: string;
    received_at: Date;
    guess: string | null;
  }>`
    SELECT p.id, p.amount_kopecks, p.payer_inn, p.payer_name, p.purpose, p.received_at,
      a.short_name AS guess
    FROM incoming_payments p
    LEFT JOIN accounts a ON a.id = p.guessed_account_id
    WHERE p.account_id IS NULL
    ORDER BY p.id DESC
    LIMIT ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    amount: kopecksToRubles(row.amount_kopecks),
    payerInn: row.payer_inn,
    payerName: row.payer_name,
    purpose: row.purpose,
    receivedAt: row.received_at.toISOString(),
    guess: row.guess,
  }));
}
