import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant, Rubles } from "#contract/values/wire.ts";

/**
 * One line of the double-entry ledger as the drill-down of a sum shows it: the amount goes from
 * `debit` to `credit`. Source: `domain.md` §3.2 (accounts), §3.3 (events).
 */
export const Posting = Type.Object({
  id: Id,
  /** Lines of one entry share it, and sum to zero. */
  entryID: Id,
  at: Instant,
  /** The event in words: «Заморозка средств». */
  event: Definition,
  debit: Definition,
  credit: Definition,
  amount: Rubles,
  /** Entry that this one reverses. */
  reversesID: nullable(Id),
  registryItemID: nullable(Id),
  comment: nullable(Type.String()),
});
export type Posting = Type.Static<typeof Posting>;
