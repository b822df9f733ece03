import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  LEDGER_ACCOUNT,
  LEDGER_EVENT,
  type LedgerEvent,
} from "#contract/ledger/ledger-accounts.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { DebitCredit } from "./pair-lines.ts";

export interface PostedEntry {
  readonly entryId: bigint;
  readonly at: Date;
  readonly event: LedgerEvent;
  readonly reversesId: bigint | null;
}

export function presentPosting(
  { entryId, at, event, reversesId }: PostedEntry,
  { debit, credit, amountKopecks }: DebitCredit,
  more: Pick<Posting, "id" | "registryItemID" | "comment">,
): Posting {
  return {
    ...more,
    entryID: Number(entryId),
    at: at.toISOString(),
    event: definitionFor(LEDGER_EVENT, event),
    debit: definitionFor(LEDGER_ACCOUNT, debit),
    credit: definitionFor(LEDGER_ACCOUNT, credit),
    amount: kopecksToRubles(amountKopecks),
    reversesID: reversesId === null ? null : Number(reversesId),
  };
}
