import { sql, type Kysely, type RawBuilder } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";
import { APPROVING_ROLES, rolesText } from "#contract/registries/registry-approvals.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { kopecksToRubles, rublesToKopecks } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { tiedByInvitations } from "#server/data/tied-by-invitations.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { rublesOrInvalid } from "#server/http/read-rubles.ts";
import type { RegistryRow } from "../registry-row.ts";

interface RuleRow {
  readonly amount_from_kopecks: bigint;
  readonly approvers_count: number;
  readonly roles: RoleId[];
}

/** By sum; empty: payments need no approval. */
export async function loadApprovalRules(
  db: Kysely<Schema> | Trx,
  accountId: number,
): Promise<ApprovalRule[]> {
  const { rows } = await sql<RuleRow>`
    SELECT amount_from_kopecks, approvers_count, roles
    FROM approval_rules
    WHERE account_id = ${accountId}
    ORDER BY amount_from_kopecks`.execute(db);
  return rows.map((row) => ({
    amountFrom: kopecksToRubles(row.amount_from_kopecks),
    approversCount: row.approvers_count,
    roleIDs: row.roles,
  }));
}

/** Two replacements at once would each be compared with what the other has replaced. */
export async function lockApprovalRules(trx: Trx, accountId: number): Promise<ApprovalRule[]> {
  await sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(trx);
  return loadApprovalRules(trx, accountId);
}

/**
 * Whose threshold the registry reaches. Decision: the compared sum is what workmen get, «К
 * выплате», without the commission.
 */
export async function rulesOfRegistry(
  db: Kysely<Schema> | Trx,
  registry: Pick<RegistryRow, "account_id" | "amount_kopecks">,
): Promise<ApprovalRule[]> {
  const rules = await loadApprovalRules(db, registry.account_id);
  return rules.filter(({ amountFrom }) => rublesToKopecks(amountFrom) <= registry.amount_kopecks);
}

/**
 * Running requests keep their rules.
 *
 * @throws AppError `invalid` by field — a sum with more than two decimals or repeated, roles that
 * may not approve.
 */
export async function saveApprovalRules(
  trx: Trx,
  accountId: number,
  rules: readonly ApprovalRule[],
): Promise<ApprovalRule[]> {
  const errors: FieldErrors = {};
  const bySum = new Map<bigint, ApprovalRule>();
  rules.forEach((rule, index) => {
    const sum = rublesOrInvalid(rule.amountFrom);
    if (typeof sum === "string") return void (errors[`items.${index}.amountFrom`] = [sum]);
    if (bySum.has(sum)) errors[`items.${index}.amountFrom`] = ["Для этой суммы правило уже есть"];
    bySum.set(sum, rule);
    if (rule.roleIDs.some((role) => !APPROVING_ROLES.includes(role)))
      errors[`items.${index}.roleIDs`] = [
        `Согласовать выплату могут: ${rolesText(APPROVING_ROLES)}`,
      ];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await sql`DELETE FROM approval_rules WHERE account_id = ${accountId}`.execute(trx);
  for (const [sum, rule] of bySum) {
    await sql`
      INSERT INTO approval_rules (account_id, amount_from_kopecks, approvers_count, roles)
      VALUES (${accountId}, ${sum}, ${rule.approversCount}, ${[...new Set(rule.roleIDs)]}::text[])`.execute(
      trx,
    );
  }
  return loadApprovalRules(trx, accountId);
}

/**
 * Too few active users of its roles reach the project, besides author, requester and whom late
 * invitations tie to these or to one another: the request would wait for ever.
 *
 * @returns advice; `null` when every rule can be met.
 */
export async function unmeetableRule(
  db: Kysely<Schema> | Trx,
  registry: RegistryRow,
  asked: { readonly byId: number; readonly at: Date },
  rules: readonly ApprovalRule[],
): Promise<string | null> {
  const tiedTo = (people: { askers: RawBuilder<unknown>; approvers: RawBuilder<unknown> }) =>
    tiedByInvitations({
      accountId: sql`${registry.account_id}::integer`,
      askedAt: sql`${asked.at}::timestamptz`,
      ...people,
    });
  const nobody = sql`'{}'::integer[]`;
  const askers = sql`${[registry.created_by, asked.byId]}::integer[]`;
  for (const { approversCount, roleIDs } of rules) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(DISTINCT (SELECT min(person_id)
        FROM ${tiedTo({ askers: nobody, approvers: sql`ARRAY[u.person_id]` })} t))::integer AS count
      FROM account_users u
      JOIN people p ON p.id = u.person_id AND p.state = 'ACTIVE'
      WHERE u.account_id = ${registry.account_id}
        AND u.state = 'ACTIVE'
        AND u.role = ANY (${roleIDs}::text[])
        AND u.person_id NOT IN ${tiedTo({ askers, approvers: nobody })}
        AND (u.role IN ('OWNER', 'ADMIN')
          OR u.project_ids IS NULL
          OR ${registry.project_id}::integer = ANY (u.project_ids))`.execute(db);
    const found = rows[0]?.count ?? 0;
    if (found < approversCount) {
      return `Согласовать выплату некому: нужно согласующих — ${approversCount} (${rolesText(roleIDs)}), есть ${found}, кроме автора, вас и тех, кого с вами, с автором или между собой связывают приглашения за последние 30 дней. Добавьте пользователя или измените правила согласования`;
    }
  }
  return null;
}
