import { Type } from "typebox";
import { Role } from "#contract/access/roles.ts";

export const MOST_APPROVAL_RULES = 10;

/**
 * From this sum on a registry needs so many approvers of these roles, never its uploader. Source:
 * `domain.md` §2.1 («payroll-registry approve»), §2.8 («tiers met»).
 */
export const ApprovalRule = Type.Object({
  /** Rubles. */
  amountFrom: Type.Number({ minimum: 0, maximum: 1_000_000_000_000 }),
  approversCount: Type.Integer({ minimum: 1, maximum: 5 }),
  roleIDs: Type.Array(Role.properties.id, { minItems: 1, maxItems: 8 }),
});
export type ApprovalRule = Type.Static<typeof ApprovalRule>;
