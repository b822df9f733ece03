import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { payableColumns } from "#server/modules/workmen/index.ts";
import type { Db, ScopeOf } from "../registry-kind.ts";
import { foldTitle, type FactsAnswer, type FactsQuestion, type PayrollScope, type ServiceFacts, type WorkerFacts } from "./payroll-facts.ts";

/**
 * What is the same for all rows of the registry. Projects are those of the person who uploaded it: a limited user's file cannot
 * place a payment in somebody else's project, whoever edits it later.
 */
export async function loadPayrollScope(db: Db, registry: ScopeOf, now: Date): Promise<PayrollScope> {
  const today = moscowDate(now);
  const account = await sql<{ commission_ppm: number; limit: bigint; project_ids: number[] | null }>`
    SELECT a.commission_ppm, (SELECT value FROM rates WHERE code = 'npd-year-limit-kopecks' AND from_date <= ${today}::date ORDER BY from_date DESC LIMIT 1) AS limit,
      CASE WHEN u.role IN ('OWNER', 'ADMIN') THEN NULL ELSE u.project_ids END AS project_ids
    FROM accounts a LEFT JOIN account_users u ON u.account_id = a.id AND u.person_id = ${registry.created_by} WHERE a.id = ${registry.account_id}`.execute(db);
  const found = account.rows[0];
  if (!found) throw new Error(`registry ${registry.id} belongs to no account`);
  const services = await sql<ServiceFacts>`SELECT id, code, active, allowed_taxpayer_types AS "allowedTaxpayerTypes" FROM services`.execute(db);
  const projects = await sql<{ id: number; title: string }>`
    SELECT id, title FROM projects WHERE account_id = ${registry.account_id} AND (${found.project_ids}::integer[] IS NULL OR id = ANY (${found.project_ids}::integer[]))`.execute(db);
  return {
    accountId: registry.account_id,
    registryId: registry.id,
    createdOn: registry.created_on,
    today,
    commissionPpm: found.commission_ppm,
    yearLimitKopecks: found.limit,
    services: services.rows,
    projects: projects.rows.map(({ id, title }) => [foldTitle(title), id] as const),
    projectId: registry.project_id,
  };
}

/** Answers for a whole batch of rows at once. */
export async function loadPayrollFacts(db: Db, scope: PayrollScope, question: FactsQuestion): Promise<FactsAnswer> {
  const { inns, externalIds } = question;
  return {
    workers: inns.length === 0 ? [] : await loadWorkers(db, scope.today, inns),
    blacklisted: inns.length === 0 ? [] : await loadBlacklisted(db, scope, inns),
    usedExternalIds: externalIds.length === 0 ? [] : await loadUsedExternalIds(db, scope, externalIds),
  };
}

interface WorkerRow extends Omit<WorkerFacts, "boundOn"> {
  readonly boundAt: Date | null;
}

async function loadWorkers(db: Db, today: string, inns: string[]): Promise<WorkerFacts[]> {
  const { rows } = await sql<WorkerRow>`
    SELECT w.inn, w.id, w.bound_at AS "boundAt", ${payableColumns(today)}
    FROM workmen w WHERE w.inn = ANY (${inns}::text[])`.execute(db);
  return rows.map(({ boundAt, ...worker }) => ({ ...worker, boundOn: boundAt ? moscowDate(boundAt) : null }));
}

async function loadBlacklisted(db: Db, scope: PayrollScope, inns: string[]): Promise<string[]> {
  const { rows } = await sql<{ inn: string }>`
    SELECT b.inn FROM blacklist_entries b WHERE b.account_id = ${scope.accountId} AND (b.until IS NULL OR b.until >= ${scope.today}::date) AND b.inn = ANY (${inns}::text[])
    UNION SELECT w.inn FROM blacklist_entries b JOIN people p ON p.phone = b.phone JOIN workmen w ON w.person_id = p.id
    WHERE b.account_id = ${scope.accountId} AND (b.until IS NULL OR b.until >= ${scope.today}::date) AND w.inn = ANY (${inns}::text[])`.execute(db);
  return rows.map(({ inn }) => inn);
}

/**
 * Only rows that pay or will pay count: a row that failed here comes back in another file under its own id.
 *
 * Each id goes through its own index, in the months that hold other registries of the account. Asked for as a list, or joined
 * with the registries at once, the planner reads every row of the account for each batch, because rows stored a second ago are
 * in no statistics (measured: 19 ms a batch while a file of 100 000 rows is being stored, more than storing it).
 */
async function loadUsedExternalIds(db: Db, scope: PayrollScope, externalIds: string[]): Promise<[string, number][]> {
  const others = sql`r.account_id = ${scope.accountId} AND r.id <> ${scope.registryId} AND r.kind = 'payroll' AND r.state NOT IN ('CANCELED', 'ERROR')`;
  const { rows } = await sql<{ external_id: string; number: number }>`
    SELECT k.external_id, used.number FROM unnest(${externalIds}::text[]) AS k(external_id), LATERAL (
      SELECT min(r.number) AS number FROM (
        SELECT i.registry_id FROM registry_items i
        WHERE i.account_id = ${scope.accountId} AND i.external_id = k.external_id AND i.state = 'READY_TO_APPLY'
          AND i.created_on BETWEEN (SELECT min(r.created_on) FROM registries r WHERE ${others}) AND (SELECT max(r.created_on) FROM registries r WHERE ${others})
        OFFSET 0
      ) i JOIN registries r ON r.id = i.registry_id WHERE ${others}
    ) used WHERE used.number IS NOT NULL`.execute(db);
  return rows.map(({ external_id, number }) => [external_id, number]);
}
