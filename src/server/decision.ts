import type { RawBuilder } from "kysely";
import type { Definition } from "#contract/kernel/define-enumeration.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface Verdict {
  /** «одобрено» */
  readonly done: string;
  readonly needsReason?: true;
  /** Of the invoice that the money belongs to. */
  readonly needsInvoice?: true;
}

export interface Order<Id extends string = string> {
  readonly id: number;
  readonly verdict: Id;
  readonly reason: Definition | null;
  readonly comment: string | null;
  readonly invoice: string | null;
  readonly at: Date;
}

export interface DecisionKind<Id extends string = string, Outside = unknown> {
  /** On the command line. */
  readonly kind: string;
  /** For people: «компания». */
  readonly title: string;
  /** Waiting records: `id`, `who` sent it, `what` it is, `since` when. */
  readonly waiting: RawBuilder<unknown>;
  /** One column, `state`; no row for an absent record. */
  state(id: number): RawBuilder<{ readonly state: string | null }>;
  readonly stateTitles: Readonly<Record<string, string>>;
  readonly verdicts: Readonly<Record<Id, Verdict>>;
  readonly reasons: readonly Definition[];
  /** Outside services, before the transaction; their word comes to `decide`. */
  ask?(id: number, verdict: Id): Promise<Outside>;
  /**
   * Moves the record by the contract's state table and tells whom it concerns.
   *
   * @returns journal lines; none when the record does not wait for this verdict.
   */
  decide(trx: Trx, order: Order<Id>, said: Outside): Promise<readonly AuditRecord[]>;
}

export const APPROVE_OR_REJECT = {
  approve: { done: "одобрено" },
  reject: { done: "отклонено", needsReason: true },
} as const satisfies Readonly<Record<string, Verdict>>;

/** «Другое. Снимите без бликов». */
export function whyOf({ reason, comment }: Pick<Order, "reason" | "comment">): string | null {
  return [reason?.title, comment].filter(Boolean).join(". ") || null;
}
