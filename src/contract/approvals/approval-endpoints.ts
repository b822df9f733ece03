import { Type } from "typebox";
import { Role } from "#contract/access/roles.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { itemsOf } from "#contract/kernel/paging.ts";

/**
 * A tier of approval: a registry of at least this sum needs this many approvers with these roles;
 * the uploader is never one. Source: `domain.md` §2.1 («payroll-registry approve»), §2.8 («tiers
 * met»).
 */
export const ApprovalRule = Type.Object({
  /** Threshold in rubles. */
  amountFrom: Type.Number({ minimum: 0, maximum: 1_000_000_000_000 }),
  approversCount: Type.Integer({ minimum: 1, maximum: 5 }),
  roleIDs: Type.Array(Role.properties.id, { minItems: 1, maxItems: 8 }),
});
export type ApprovalRule = Type.Static<typeof ApprovalRule>;

/** Added: `reliability.md` §3 demands a second person, the specification has no call. */
export const approvalEndpoints = defineEndpoints("approvals", {
  rules: {
    base: "open",
    method: "GET",
    path: "/v1/account/approval-rules",
    access: "settings.view",
    summary: "Правила согласования реестров выплат",
    answer: itemsOf(ApprovalRule),
    added: true,
  },
  saveRules: {
    base: "open",
    method: "PUT",
    path: "/v1/account/approval-rules",
    access: "settings.manage",
    summary: "Заменить правила согласования; пустой список отключает его",
    body: Type.Object({ items: Type.Array(ApprovalRule, { maxItems: 10 }) }),
    answer: itemsOf(ApprovalRule),
    added: true,
  },
});
