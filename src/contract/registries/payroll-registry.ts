import { Type } from "typebox";
import { Role } from "#contract/access/roles.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { PAYOUT_FAILURE } from "#contract/payouts/payout-failures.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { FileTotal } from "./file-total.ts";
import { PayrollRepeats } from "./paid-before.ts";
import { registryDryRunFields, RegistryInfo, registryItemFields } from "./registry.ts";
import { PAYROLL_ITEM_STATE } from "./registry-item-states.ts";

/** Source: `domain.md` §4.2, §2.8. */
export const PayrollItem = Type.Object({
  ...registryItemFields,
  state: definitionOf(PAYROLL_ITEM_STATE),
  amount: nullable(Rubles),
  commission: nullable(Rubles),
  /** As read, where `cells` have the file's text: the period of the act. */
  workStart: nullable(CalendarDate),
  workEnd: nullable(CalendarDate),
  payoutKind: nullable(definitionOf(PAYOUT_KIND)),
  jobID: nullable(Id),
  payout: nullable(
    Type.Object({
      id: Id,
      state: definitionOf(PAYOUT_STATE),
      failureReason: nullable(definitionOf(PAYOUT_FAILURE)),
      paidAt: nullable(Instant),
    }),
  ),
  receipt: nullable(
    Type.Object({ id: Id, state: definitionOf(RECEIPT_STATE), link: nullable(Type.String()) }),
  ),
  actDocumentID: nullable(Id),
  permissions: Type.Object({
    update: Type.Boolean(),
    delete: Type.Boolean(),
    retry: Type.Boolean(),
    reverseReceipt: Type.Boolean(),
  }),
});
export type PayrollItem = Type.Static<typeof PayrollItem>;

const RegistryApproval = Type.Object({
  user: Type.Object({ id: Id, name: Type.String() }),
  decision: Type.Unsafe<"approved" | "rejected">({
    type: "string",
    enum: ["approved", "rejected"],
  }),
  reason: nullable(Definition),
  comment: nullable(Type.String()),
  at: Instant,
});

/**
 * `available` and `balanceAfter` are `null` without `money.view`; sums without `seesPayrollSums`. A
 * cancelled registry has `available` alone.
 */
const money = {
  /** Ready rows. */
  toPay: nullable(Rubles),
  /** Planned; after the start, charged less returned. */
  commission: nullable(Rubles),
  /** Balance without reserved money. */
  available: nullable(Rubles),
  /** Negative when short. */
  balanceAfter: nullable(Rubles),
};

/** Source: `domain.md` §5.5, «Registry summary». */
export const PayrollInfo = Type.Object({
  ...RegistryInfo.properties,
  ...money,
  paidCount: Type.Integer(),
  paidAmount: nullable(Rubles),
  /** `null` when the sending may not be undone. */
  lastCancelAt: nullable(Instant),
  scheduledAt: nullable(Instant),
  /** Before the start. */
  fileTotal: nullable(FileTotal),
  needsApproval: Type.Boolean(),
  /** Votes still needed; only in APPROVAL. */
  approval: nullable(
    Type.Object({
      requestedBy: Type.Object({ id: Id, name: Type.String() }),
      requestedAt: Instant,
      tiers: Type.Array(
        Type.Object({ needed: Type.Integer(), given: Type.Integer(), roles: Type.Array(Role) }),
      ),
    }),
  ),
  /** Newest first, at most 20. */
  approvals: Type.Array(RegistryApproval),
});
export type PayrollInfo = Type.Static<typeof PayrollInfo>;

/** Changes nothing. While `taxCheck.isWaiting` the tax service is being asked: call again. */
export const PayrollDryRun = Type.Object({
  ...registryDryRunFields,
  ...money,
  taxCheck: Type.Object({
    /** Self-employed of ready rows. */
    total: Type.Integer(),
    /** Whose status is not older than an hour. */
    done: Type.Integer(),
    isWaiting: Type.Boolean(),
  }),
  repeats: PayrollRepeats,
  fileTotal: nullable(FileTotal),
  needsApproval: Type.Boolean(),
  /** From the confirmation on; 0 when the sending may not be undone. */
  undoSeconds: Type.Integer(),
});
export type PayrollDryRun = Type.Static<typeof PayrollDryRun>;
