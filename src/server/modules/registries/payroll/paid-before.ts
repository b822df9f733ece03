import { sql, type RawBuilder } from "kysely";
import { repeatsSentence, type PayrollRepeats } from "#contract/registries/paid-before.ts";
import { addDays, type CalendarDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { moscowDayOf, moscowTextOf, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { conflict } from "#server/http/app-error.ts";
import { jobIdentOf } from "#server/modules/jobs/index.ts";
import type { Db, ValidationScope } from "../registry-kind.ts";
import { ownRows, type RegistryKey } from "../validation/stored-rows.ts";
import type { PaidBefore } from "./rules.ts";

/** An older payment of the same is another month's. */
const LATELY_DAYS = 45;

/**
 * What pays the worker of `k` the same for the same, in the company's other registries or for its
 * jobs. Each row uses an index of its own, in the months that have such registries: as a join the
 * planner would read every row of the account, because fresh rows are in no statistics.
 *
 * A payout given up pays nobody; one that has failed may still be retried.
 */
function alikeOf(
  registry: Pick<RegistryKey, "account_id" | "id">,
  today: CalendarDate,
): RawBuilder<unknown> {
  const since = startOfMoscowDay(addDays(today, -LATELY_DAYS));
  const others = sql`
    r.account_id = ${registry.account_id}
      AND r.id <> ${registry.id}
      AND r.kind = 'payroll'
      AND r.state NOT IN ('CANCELED', 'ERROR')
      AND greatest(r.created_at, r.confirmed_at, r.finished_at) >= ${since}`;
  return sql`
    SELECT p.state IS NOT DISTINCT FROM 'PAID' AS is_paid, r.number, NULL::bigint AS job_id,
      coalesce(p.paid_at, r.created_at) AS at
    FROM (
      SELECT i.registry_id, i.row_no
      FROM registry_items i
      WHERE i.account_id = ${registry.account_id}
        AND i.workman_id = k.workman_id
        AND i.amount_kopecks = k.amount_kopecks
        AND i.work_end = k.work_end
        AND i.work_start = k.work_start
        AND i.service_id = k.service_id
        AND i.registry_id <> ${registry.id}
        AND i.state = 'READY_TO_APPLY'
        AND i.created_on >= (SELECT min(r.created_on) FROM registries r WHERE ${others})
        AND i.created_on <= ${today}::date
      OFFSET 0
    ) i
    JOIN registries r ON r.id = i.registry_id
    LEFT JOIN payouts p ON p.account_id = r.account_id
      AND p.registry_id = i.registry_id
      AND p.row_no = i.row_no
    WHERE ${others}
      AND p.state IS DISTINCT FROM 'CANCELED'
      AND coalesce(p.paid_at, greatest(r.created_at, r.confirmed_at)) >= ${since}
    UNION ALL
    SELECT p.state = 'PAID', NULL, p.job_id, coalesce(p.paid_at, p.created_at)
    FROM payouts p
    JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
    WHERE p.account_id = ${registry.account_id}
      AND p.workman_id = k.workman_id
      AND p.amount_kopecks = k.amount_kopecks
      AND p.registry_id IS NULL
      AND p.state <> 'CANCELED'
      AND coalesce(p.paid_at, p.created_at) >= ${since}
      AND j.service_id = k.service_id
      AND coalesce(${moscowDayOf(sql`j.start_at`)}, k.work_start) = k.work_start
      AND ${moscowDayOf(sql`j.finish_at`)} = k.work_end`;
}

interface AlikeRow {
  readonly key: string;
  readonly is_paid: boolean;
  readonly number: number | null;
  readonly job_id: bigint | null;
  readonly on: string;
}

/** @param keys - by `paymentKey`; each answered with a sentence about the latest, paid ones first. */
export async function loadPaidBefore(
  db: Db,
  scope: ValidationScope,
  keys: readonly string[],
): Promise<PaidBefore> {
  const registry = { account_id: scope.accountId, id: scope.registryId };
  const { rows } = await sql<AlikeRow>`
    SELECT k.key, a.is_paid, a.number, a.job_id, ${moscowTextOf(sql`a.at`, "DD.MM.YYYY")} AS on
    FROM (
      SELECT key, (SELECT id FROM workmen WHERE inn = split_part(key, '|', 1)) AS workman_id,
        split_part(key, '|', 2)::integer AS service_id, split_part(key, '|', 3)::date AS work_start,
        split_part(key, '|', 4)::date AS work_end, split_part(key, '|', 5)::bigint AS amount_kopecks
      FROM unnest(${[...keys]}::text[]) AS key
      OFFSET 0
    ) k
    CROSS JOIN LATERAL (
      SELECT * FROM (${alikeOf(registry, scope.today)}) alike
      ORDER BY is_paid DESC, at DESC
      LIMIT 1
    ) a`.execute(db);
  return rows.map((row) => [row.key, sentenceOf(row)]);
}

function sentenceOf({ is_paid: isPaid, number, job_id: jobId, on }: AlikeRow): string {
  if (jobId !== null)
    return isPaid
      ? `Похоже на выплату по заданию ${jobIdentOf(jobId)} от ${on}`
      : `Такая же выплата по заданию ${jobIdentOf(jobId)} от ${on} ещё не завершена`;
  return isPaid
    ? `Похоже на выплату № ${number} от ${on}`
    : `Такая же строка в реестре № ${number} от ${on}, она ещё не оплачена`;
}

/** Among the ready rows, by what stands in other registries now. */
export async function countRepeats(
  db: Db,
  registry: RegistryKey,
  today: CalendarDate,
): Promise<PayrollRepeats> {
  const { rows } = await sql<{ rows: number; kopecks: bigint }>`
    SELECT count(*)::integer AS rows, coalesce(sum(k.amount_kopecks), 0)::bigint AS kopecks
    FROM (SELECT * FROM registry_items i WHERE ${ownRows(registry)}
      AND i.state = 'READY_TO_APPLY') k
    WHERE EXISTS (${alikeOf(registry, today)})`.execute(db);
  return { rows: rows[0]?.rows ?? 0, sum: kopecksToRubles(rows[0]?.kopecks ?? 0n) };
}

/**
 * Of two registries with the same rows the one confirmed later sees the other, so an approval need
 * not count again.
 *
 * @param seen - confirmed by the person, who was shown the dry run.
 * @throws AppError `conflict` with `{repeats}` — there are more, or a larger sum.
 */
export async function refuseUnseenRepeats(
  db: Db,
  registry: RegistryKey,
  today: CalendarDate,
  seen: PayrollRepeats = { rows: 0, sum: 0 },
): Promise<void> {
  const repeats = await countRepeats(db, registry, today);
  if (repeats.rows <= seen.rows && repeats.sum <= seen.sum) return;
  throw conflict(
    `${repeatsSentence(repeats)}. Уберите эти строки или подтвердите, что их нужно оплатить ещё раз`,
    { repeats },
  );
}
