import { sql, type Kysely } from "kysely";
import { ROLES } from "#contract/access/roles.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { approvalTiers } from "#contract/registries/registry-approvals.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { RegistryRow } from "../registry-row.ts";
import { rulesOfRegistry } from "./approval-rules.ts";

const MOST_DECISIONS = 20;

interface DecisionRow {
  readonly person_id: number;
  readonly name: string;
  readonly decision: "approved" | "rejected";
  readonly reason: keyof typeof REASONS.registryReject.titles | null;
  readonly comment: string | null;
  readonly at: Date;
}

export async function presentApproval(
  db: Kysely<Schema>,
  registry: RegistryRow,
): Promise<Pick<PayrollInfo, "needsApproval" | "approval" | "approvals">> {
  const isWaiting = registry.state === "APPROVAL";
  const isReady = registry.state === "READY" || registry.state === "PARTIALLY_READY";
  return {
    needsApproval: isWaiting || (isReady && (await rulesOfRegistry(db, registry)).length > 0),
    approval: isWaiting ? await presentRequest(db, registry) : null,
    approvals: registry.approval_round > 0 ? await listDecisions(db, registry) : [],
  };
}

async function presentRequest(
  db: Kysely<Schema>,
  registry: RegistryRow,
): Promise<PayrollInfo["approval"]> {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`SELECT id, name FROM people WHERE id = ${registry.executed_by}`.execute(db);
  const tiers = approvalTiers({
    rules: registry.approval_rules ?? [],
    votes: registry.approval_votes ?? [],
  });
  return {
    requestedBy: rows[0] ?? { id: 0, name: "" },
    requestedAt: (registry.approval_requested_at ?? registry.created_at).toISOString(),
    tiers: tiers.map(({ needed, given, roleIds }) => ({
      needed,
      given,
      roles: roleIds.map((id) => ({ id, title: ROLES[id].title })),
    })),
  };
}

async function listDecisions(
  db: Kysely<Schema>,
  registry: RegistryRow,
): Promise<PayrollInfo["approvals"]> {
  const { rows } = await sql<DecisionRow>`
    SELECT a.person_id, p.name, a.decision, a.reason, a.comment, a.at
    FROM registry_approvals a
    JOIN people p ON p.id = a.person_id
    WHERE a.account_id = ${registry.account_id} AND a.registry_id = ${registry.id}
    ORDER BY a.round DESC, a.at DESC
    LIMIT ${MOST_DECISIONS}`.execute(db);
  return rows.map((row) => ({
    user: { id: row.person_id, name: row.name },
    decision: row.decision,
    reason: row.reason === null ? null : definitionFor(REASONS.registryReject, row.reason),
    comment: row.comment,
    at: row.at.toISOString(),
  }));
}
