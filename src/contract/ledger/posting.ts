import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant, Rubles } from "#contract/values/wire.ts";

/** Source: `domain.md` §3.2 (accounts), §3.3 (events). */
export const Posting = Type.Object({
  id: Id,
  /** Lines of an entry sum to zero. */
  entryID: Id,
  at: Instant,
  event: Definition,
  debit: Definition,
  credit: Definition,
  amount: Rubles,
  reversesID: nullable(Id),
  registryItemID: nullable(Id),
  comment: nullable(Type.String()),
});
export type Posting = Type.Static<typeof Posting>;
