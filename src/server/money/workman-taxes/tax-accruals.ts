import { sql } from "kysely";
import type { TaxAccruals } from "#server/integrations/tax-service/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { AskedWorkman } from "./actions/apply-statuses.ts";

/** They replace the forecast on the worker's page. */
export async function writeAccruals(
  trx: Trx,
  asked: readonly AskedWorkman[],
  accruals: readonly TaxAccruals[],
  at: Date,
): Promise<void> {
  const ids = new Map(asked.map(({ inn, id }) => [inn, id]));
  const rows = accruals.flatMap(({ inn, charges }) => {
    const workmanId = ids.get(inn);
    return workmanId === undefined ? [] : charges.map((charge) => ({ workmanId, ...charge }));
  });
  if (rows.length === 0) return;
  await sql`
    INSERT INTO tax_accruals (workman_id, period, tax_kopecks, paid_kopecks, due_date, read_at)
    SELECT workman_id, period, tax, paid, due_date, ${at}
    FROM unnest(${rows.map((row) => row.workmanId)}::integer[],
      ${rows.map((row) => row.period)}::text[], ${rows.map((row) => row.taxKopecks)}::bigint[],
      ${rows.map((row) => row.paidKopecks)}::bigint[],
        ${rows.map((row) => row.dueDate)}::date[]) AS r(workman_id, period, tax, paid, due_date)
    ON CONFLICT (workman_id, period) DO UPDATE
    SET tax_kopecks = excluded.tax_kopecks, paid_kopecks = excluded.paid_kopecks,
      due_date = excluded.due_date, read_at = excluded.read_at`.execute(trx);
}
