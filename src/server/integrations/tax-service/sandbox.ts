import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { readSwitches, useUpSwitches, type Switches } from "../common/sandbox-switches.ts";
import type { CancelResult, IncomeRequest, IncomeResult, TaxError, TaxService } from "./port.ts";
import { sandboxAccruals } from "./sandbox-accruals.ts";
import { sandboxReferences } from "./sandbox-references.ts";
import { sandboxRegistrations } from "./sandbox-registrations.ts";
import { sandboxTaxpayers } from "./sandbox-taxpayers.ts";

interface IncomeRow {
  readonly operation_id: string;
  readonly answer_at: Date;
  readonly error: TaxError | null;
  readonly receipt_id: string;
  /** Taken, answered with a fault, and not sent again since. */
  readonly is_unheard: boolean;
}

/**
 * Registers an operation once, applies the year limit.
 *
 * @param outside - separate connections: an outside party does not see our transactions.
 */
export function sandboxTaxService(outside: Kysely<Schema>, clock: Clock): TaxService {
  async function incomeResults(operationIds: readonly string[]): Promise<IncomeResult[]> {
    await readSwitches(outside, "tax-service");
    const { rows } = await sql<IncomeRow>`
      SELECT operation_id, answer_at, error, receipt_id, is_unheard
      FROM sandbox.tax_incomes
      WHERE operation_id = ANY (${operationIds}::text[])`.execute(outside);
    const now = clock.now();
    const known = new Map(rows.map((row) => [row.operation_id, row]));
    return [...new Set(operationIds)].map((operationId) =>
      resultOf(operationId, known.get(operationId), now),
    );
  }

  return {
    incomeResults,

    async registerIncomes(given) {
      if (given.length === 0) return [];
      const requests = [
        ...new Map(given.map((request) => [request.operationId, request])).values(),
      ];
      const now = clock.now();
      const switches = await readSwitches(outside, "tax-service");
      const decided =
        switches.failNext + switches.faultNext === 0
          ? await decideIncomes(outside, requests, [], switches, now)
          : await outside.transaction().execute((trx) => decideUnlucky(trx, requests, now));
      const results = decided.map((row): IncomeResult =>
        row.is_unheard
          ? { operationId: row.operation_id, status: "FAULT" }
          : resultOf(row.operation_id, row, now),
      );
      if (decided.length === requests.length) return results;
      const answered = new Set(decided.map((row) => row.operation_id));
      const repeated = requests
        .map(({ operationId }) => operationId)
        .filter((operationId) => !answered.has(operationId));
      await sql`
        UPDATE sandbox.tax_incomes SET is_unheard = false
        WHERE operation_id = ANY (${repeated}::text[]) AND is_unheard`.execute(outside);
      return [...results, ...(await incomeResults(repeated))];
    },

    async findIncome({ operationId }) {
      const { listAfterSeconds } = await readSwitches(outside, "tax-service");
      const shownAt = new Date(clock.now().getTime() - listAfterSeconds * 1000);
      const { rows } = await sql<{ receipt_id: string }>`
        SELECT receipt_id FROM sandbox.tax_incomes
        WHERE operation_id = ${operationId} AND error IS NULL AND answer_at <= ${shownAt}`.execute(
        outside,
      );
      return rows[0]
        ? { status: "REGISTERED", receiptId: rows[0].receipt_id }
        : { status: "ABSENT" };
    },

    async cancelReceipts(requests) {
      if (requests.length === 0) return [];
      const switches = await readSwitches(outside, "tax-service");
      const now = clock.now();
      const canceledAt = new Date(now.getTime() + switches.answerAfterSeconds * 1000);
      const columns = sql`
        unnest(${requests.map((one) => one.inn)}::text[],
          ${requests.map((one) => one.receiptId)}::text[],
          ${requests.map((one) => one.reason)}::text[]) AS g(inn, receipt_id, reason)`;
      await sql`
        UPDATE sandbox.tax_incomes i
        SET canceled_at = ${canceledAt}, cancel_reason = g.reason, canceled_by = 'PLATFORM'
        FROM ${columns}
        WHERE i.inn = g.inn
          AND i.receipt_id = g.receipt_id
          AND i.error IS NULL
          AND i.canceled_at IS NULL`.execute(outside);
      const { rows } = await sql<{ receipt_id: string; canceled_at: Date | null }>`
        SELECT g.receipt_id, i.canceled_at
        FROM ${columns}
        LEFT JOIN sandbox.tax_incomes i ON i.inn = g.inn
          AND i.receipt_id = g.receipt_id
          AND i.error IS NULL`.execute(outside);
      return rows.map(({ receipt_id: receiptId, canceled_at: at }): CancelResult => {
        if (!at) return { receiptId, status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" };
        return at > now
          ? { receiptId, status: "PROCESSING" }
          : { receiptId, status: "CANCELED", at };
      });
    },

    async canceledReceipts(queries) {
      if (queries.length === 0) return [];
      await readSwitches(outside, "tax-service");
      const { rows } = await sql<{ inn: string; receipt_id: string; canceled_at: Date }>`
        SELECT i.inn, i.receipt_id, i.canceled_at
        FROM unnest(${queries.map((one) => one.inn)}::text[],
          ${queries.map((one) => one.from)}::timestamptz[],
          ${queries.map((one) => one.to)}::timestamptz[]) AS g(first_inn, first_at, last_at)
        JOIN sandbox.taxpayers t ON t.inn = g.first_inn
          AND t.registered
          AND t.bound
          AND 'INCOME_LIST' = ANY (t.permissions)
        JOIN sandbox.tax_incomes i ON i.inn = g.first_inn
          AND i.operation_at BETWEEN g.first_at AND g.last_at
        WHERE i.error IS NULL AND i.canceled_at <= ${clock.now()}
        ORDER BY i.canceled_at, i.receipt_id`.execute(outside);
      return rows.map(({ inn, receipt_id: receiptId, canceled_at: at }) => ({
        inn,
        receiptId,
        at,
      }));
    },
    ...sandboxTaxpayers(outside, clock),
    ...sandboxRegistrations(outside, clock),
    ...sandboxAccruals(outside, clock),
    ...sandboxReferences(outside, clock),
  };
}

function resultOf(operationId: string, row: IncomeRow | undefined, now: Date): IncomeResult {
  if (!row || row.is_unheard) return { operationId, status: "UNKNOWN" };
  if (row.answer_at > now) return { operationId, status: "PROCESSING" };
  if (row.error === "INTERNAL_ERROR") return { operationId, status: "FAULT" };
  if (row.error) return { operationId, status: "REFUSED", error: row.error };
  return { operationId, status: "REGISTERED", receiptId: row.receipt_id, at: row.answer_at };
}

/** With «the next N» set, batches wait for the row of switches: exactly N operations fail. */
async function decideUnlucky(
  trx: Kysely<Schema>,
  requests: readonly IncomeRequest[],
  now: Date,
): Promise<IncomeRow[]> {
  const switches = await readSwitches(trx, "tax-service", true);
  const { rows } = await sql<{ operation_id: string }>`
    SELECT operation_id FROM sandbox.tax_incomes
    WHERE operation_id = ANY (${requests.map((request) => request.operationId)}::text[])
      AND (error IS NULL OR answer_at > ${now})`.execute(trx);
  const settled = new Set(rows.map((row) => row.operation_id));
  const fresh = requests.filter((request) => !settled.has(request.operationId));
  const ids = fresh.map((request) => request.operationId);
  const unlucky = ids.slice(0, switches.failNext);
  const faulted = ids.slice(unlucky.length, unlucky.length + switches.faultNext);
  const decided = await decideIncomes(trx, fresh, unlucky, switches, now);
  await sql`
    UPDATE sandbox.tax_incomes SET is_unheard = true
    WHERE operation_id = ANY (${faulted}::text[])`.execute(trx);
  await useUpSwitches(trx, "tax-service", {
    failures: unlucky.length,
    faults: faulted.length,
  });
  return decided.map((row) => ({ ...row, is_unheard: faulted.includes(row.operation_id) }));
}

/**
 * One statement per batch, whose commit does not wait for the disk. Operations and taxpayers are
 * looked up by key: with stale statistics a join scans the book (measured: 17 of 28 ms at 60 000
 * incomes).
 */
async function decideIncomes(
  db: Kysely<Schema>,
  requests: readonly IncomeRequest[],
  unlucky: readonly string[],
  switches: Switches,
  now: Date,
): Promise<IncomeRow[]> {
  const answerAt = new Date(now.getTime() + switches.answerAfterSeconds * 1000);
  const { rows } = await sql<IncomeRow>`
    WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
    given AS MATERIALIZED (
      SELECT g.*, date_trunc('year', g.operation_at, 'Europe/Moscow') AS year, sum(g.amount) OVER (PARTITION BY g.inn COLLATE "C" ORDER BY g.no) AS running
      FROM relaxed, unnest(${requests.map((one) => one.operationId)}::text[], ${requests.map((one) => one.inn)}::text[], ${requests.map((one) => one.serviceName)}::text[],
        ${requests.map((one) => one.amountKopecks)}::bigint[], ${requests.map((one) => one.operationAt)}::timestamptz[], ${requests.map((one) => one.customerInn)}::text[],
        ${requests.map((one) => one.customerName)}::text[]) WITH ORDINALITY AS g(operation_id, inn, name, amount, operation_at, customer_inn, customer_name, no)
      WHERE (SELECT i.error IS NULL OR i.answer_at > ${now} FROM sandbox.tax_incomes i WHERE i.operation_id = g.operation_id) IS NOT TRUE
    ),
    the_limit AS MATERIALIZED ${rateOn("npd-year-limit-kopecks", moscowDate(now))},
    people AS MATERIALIZED (
      SELECT d.inn, d.year, t.registered, t.bound, 'INCOME_REGISTRATION' = ANY (t.permissions) AS allowed, t.other_income_kopecks + (
        SELECT coalesce(sum(i.amount_kopecks), 0) FROM sandbox.tax_incomes i
        WHERE i.inn = d.inn AND i.operation_at >= d.year AND i.operation_at < d.year + interval '1 year' AND i.error IS NULL AND i.canceled_at IS NULL
      ) AS earlier
      FROM (SELECT DISTINCT inn, year FROM given) d JOIN LATERAL (SELECT * FROM sandbox.taxpayers t WHERE t.inn = d.inn LIMIT 1) t ON true
    ),
    judged AS (
      SELECT g.*, CASE
        WHEN g.operation_id = ANY (${unlucky}::text[]) THEN ${switches.failReason}
        WHEN g.amount <= 0 OR g.name = '' OR char_length(g.name) > 256 THEN 'REQUEST_VALIDATION_ERROR'
        WHEN p.inn IS NULL OR NOT p.registered THEN 'TAXPAYER_UNREGISTERED'
        WHEN NOT p.bound THEN 'TAXPAYER_UNBOUND'
        WHEN NOT p.allowed THEN 'PERMISSION_NOT_GRANTED'
        WHEN p.earlier + g.running > (SELECT value FROM the_limit) THEN 'LIMIT_EXCEEDED'
      END AS error
      FROM given g LEFT JOIN people p ON p.inn = g.inn AND p.year = g.year
    )
    INSERT INTO sandbox.tax_incomes (operation_id, inn, service_name, amount_kopecks, operation_at, customer_inn, customer_name, received_at, answer_at, error, receipt_id)
    SELECT operation_id, inn, name, amount, operation_at, customer_inn, customer_name, ${now}::timestamptz, ${answerAt}::timestamptz, error,
      -- Ten lower-case letters and digits, as the real ones look; the same for the same operation.
      translate(lower(substr(encode(sha256(convert_to(operation_id, 'UTF8')), 'base64'), 1, 10)), '+/', '20')
    FROM judged
    ON CONFLICT (operation_id) DO UPDATE SET inn = excluded.inn, service_name = excluded.service_name, amount_kopecks = excluded.amount_kopecks,
      operation_at = excluded.operation_at, customer_inn = excluded.customer_inn, customer_name = excluded.customer_name,
      received_at = excluded.received_at, answer_at = excluded.answer_at, error = excluded.error
      WHERE tax_incomes.error IS NOT NULL AND tax_incomes.answer_at <= excluded.received_at
    RETURNING operation_id, answer_at, error, receipt_id, is_unheard`.execute(db);
  return rows;
}
