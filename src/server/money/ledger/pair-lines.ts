import type { LedgerAccountCode, LedgerEvent } from "#contract/ledger/ledger-accounts.ts";

export interface Line {
  readonly code: LedgerAccountCode;
  /** Debit positive, credit negative. */
  readonly amountKopecks: bigint;
}

export interface DebitCredit {
  readonly debit: LedgerAccountCode;
  readonly credit: LedgerAccountCode;
  readonly amountKopecks: bigint;
}

/** The event's account for a whole batch: the other side of a row's line. */
const BATCH_ACCOUNT: Partial<Record<LedgerEvent, LedgerAccountCode>> = {
  PAYOUT_SENT: "BANK_OUT",
  PAYOUT_RETURNED: "BANK_OUT",
  HOLD_RELEASE: "CUST_AVAIL",
};

/**
 * «From — to — sum» for bookkeepers: debits paired with credits in order. What a row leaves open
 * goes to the batch account.
 *
 * @param counter - batch account; by default the event's usual one.
 */
export function pairLines(
  event: LedgerEvent,
  lines: readonly Line[],
  counter: LedgerAccountCode | null = null,
): DebitCredit[] {
  const open = lines.reduce((sum, line) => sum + line.amountKopecks, 0n);
  const batch = counter ?? BATCH_ACCOUNT[event];
  const whole = open !== 0n && batch ? [...lines, { code: batch, amountKopecks: -open }] : lines;
  const debits = whole
    .filter((line) => line.amountKopecks > 0n)
    .map((line) => ({ code: line.code, left: line.amountKopecks }));
  const credits = whole
    .filter((line) => line.amountKopecks < 0n)
    .map((line) => ({ code: line.code, left: -line.amountKopecks }));
  const pairs: DebitCredit[] = [];
  for (const debit of debits) {
    for (const credit of credits) {
      const amountKopecks = debit.left < credit.left ? debit.left : credit.left;
      if (amountKopecks === 0n) continue;
      pairs.push({ debit: debit.code, credit: credit.code, amountKopecks });
      debit.left -= amountKopecks;
      credit.left -= amountKopecks;
    }
  }
  return pairs;
}
