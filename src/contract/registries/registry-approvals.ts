import { roleHas } from "#contract/access/role-permissions.ts";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";

/** With the voter's role at that time. */
export interface ApprovalVote {
  readonly userId: number;
  readonly roleId: RoleId;
}

/** As of the request for payment. */
export interface ApprovalFacts {
  /** May not approve. */
  readonly requestedById: number | null;
  /** By late invitations to the author, the requester or who has approved: may not approve. */
  readonly tiedIds: readonly number[];
  readonly rules: readonly ApprovalRule[];
  readonly votes: readonly ApprovalVote[];
}

export interface ApprovalTier {
  readonly needed: number;
  readonly given: number;
  readonly roleIds: readonly RoleId[];
}

export const APPROVING_ROLES = (Object.keys(ROLES) as RoleId[]).filter((role) =>
  roleHas(role, "payroll-registries.approve"),
);

/** A person counts for every rule with the role. Source: `domain.md` §2.8, «tiers met». */
export function approvalTiers({
  rules,
  votes,
}: Pick<ApprovalFacts, "rules" | "votes">): ApprovalTier[] {
  return rules.map(({ approversCount, roleIDs }) => ({
    needed: approversCount,
    given: Math.min(approversCount, votes.filter(({ roleId }) => roleIDs.includes(roleId)).length),
    roleIds: roleIDs,
  }));
}

export function isApproved(facts: Pick<ApprovalFacts, "rules" | "votes">): boolean {
  return approvalTiers(facts).every(({ needed, given }) => given >= needed);
}

/** `null` when the person may decide. Source: `domain.md` §2.1, §2.8 (four eyes). */
export function approvalRefusal(
  facts: ApprovalFacts,
  userId: number,
  role: RoleId | null,
): string | null {
  if (facts.requestedById === userId)
    return "Выплату запросили вы: её согласует другой пользователь";
  if (facts.votes.some((vote) => vote.userId === userId)) return "Вы уже согласовали этот реестр";
  if (facts.tiedIds.includes(userId))
    return "С тем, кто готовил, запросил или согласовал эту выплату, вас связывают приглашения в компанию за последние 30 дней. Её согласует другой пользователь";
  const waiting = new Set(
    approvalTiers(facts)
      .filter(({ needed, given }) => given < needed)
      .flatMap(({ roleIds }) => roleIds),
  );
  if (role !== null && waiting.has(role)) return null;
  return `По правилам компании этот реестр согласует: ${rolesText([...waiting])}`;
}

/** «Владелец, Администратор». */
export function rolesText(roleIds: readonly RoleId[]): string {
  return APPROVING_ROLES.filter((role) => roleIds.includes(role))
    .map((role) => ROLES[role].title)
    .join(", ");
}
