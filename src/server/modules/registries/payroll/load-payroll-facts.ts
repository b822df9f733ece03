import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { authorProjects, loadServices } from "../validation/shared-facts.ts";
import { usedExternalIds } from "../validation/used-external-ids.ts";
import { payableColumns } from "#server/money/payability/index.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { loadPaidLately, usualOfStored } from "../usual-sums.ts";
import type { Db, ScopeOf } from "../registry-kind.ts";
import { loadPaidBefore } from "./paid-before.ts";
import type { FactsAnswer, FactsQuestion, PayrollScope, WorkmanFacts } from "./rules.ts";

/**
 * For all rows. Projects are the uploader's: the file of a user limited to projects cannot pay into
 * another, whoever edits it later.
 */
export async function loadPayrollScope(
  db: Db,
  registry: ScopeOf,
  now: Date,
): Promise<PayrollScope> {
  const today = moscowDate(now);
  const projects = await authorProjects(db, registry);
  const account = await sql<{ commission_ppm: number; limit: bigint }>`
    SELECT a.commission_ppm, ${rateOn("npd-year-limit-kopecks", today)} AS limit
    FROM accounts a WHERE a.id = ${registry.account_id}`.execute(db);
  const found = account.rows[0];
  if (!found) throw new Error(`registry ${registry.id} belongs to no account`);
  return {
    accountId: registry.account_id,
    registryId: registry.id,
    createdOn: registry.created_on,
    today,
    commissionPpm: found.commission_ppm,
    yearLimitKopecks: found.limit,
    services: await loadServices(db),
    projects,
    projectId: registry.project_id,
    usualKopecks: await usualOfStored(db, registry),
  };
}

export async function loadPayrollFacts(
  db: Db,
  scope: PayrollScope,
  question: FactsQuestion,
): Promise<FactsAnswer> {
  const { inns, externalIds, payments } = question;
  return {
    workmen: inns.length === 0 ? [] : await loadWorkmen(db, scope.today, inns),
    blacklisted: inns.length === 0 ? [] : await loadBlacklisted(db, scope, inns),
    usedExternalIds:
      externalIds.length === 0 ? [] : await usedExternalIds(db, "payroll", scope, externalIds),
    paidLately: inns.length === 0 ? [] : await loadPaidLately(db, scope.accountId, inns),
    paidBefore: payments.length === 0 ? [] : await loadPaidBefore(db, scope, payments),
  };
}

async function loadWorkmen(db: Db, today: string, inns: string[]): Promise<WorkmanFacts[]> {
  const { rows } = await sql<WorkmanFacts>`
    SELECT w.inn, w.id, ${payableColumns(today)}
    FROM workmen w WHERE w.inn = ANY (${inns}::text[])`.execute(db);
  return rows;
}

async function loadBlacklisted(db: Db, scope: PayrollScope, inns: string[]): Promise<string[]> {
  const { rows } = await sql<{ inn: string }>`
    SELECT b.inn
    FROM blacklist_entries b
    WHERE b.account_id = ${scope.accountId}
      AND (b.until IS NULL OR b.until >= ${scope.today}::date)
      AND b.inn = ANY (${inns}::text[])
    UNION SELECT w.inn
    FROM blacklist_entries b
    JOIN people p ON p.phone = b.phone
    JOIN workmen w ON w.person_id = p.id
    WHERE b.account_id = ${scope.accountId}
      AND (b.until IS NULL OR b.until >= ${scope.today}::date)
      AND w.inn = ANY (${inns}::text[])`.execute(db);
  return rows.map(({ inn }) => inn);
}
