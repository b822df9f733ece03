import { sql, type Kysely } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  BANK_DIFFERENCE,
  BANK_MOVEMENT,
  type BankDifference,
  type BankMismatch,
  type BankMovement,
  type BankReconciliation,
} from "#contract/transactions/reconciliation.ts";
import { addDays, moscowMidnight } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankGateway, StatementLine } from "#server/integrations/bank/port.ts";
import {
  bookedOrders,
  latenessAt,
  reasonOfPaid,
  reasonsOfUnlisted,
} from "#server/money/bank-orders/index.ts";
import { AppError } from "#server/http/app-error.ts";
import { registryTitleOf } from "#server/data/registry-title.ts";
import { groupBy } from "#server/data/group-by.ts";
import { bookedMovements, payersOf, refundsTo, type Movement } from "./booked-movements.ts";
import type { Period } from "./reconciliation-period.ts";

const SHOWN = 100;
const REASONS = BANK_DIFFERENCE.ids;
/** Answers arrive minutes later, over a weekend days. */
const BORDER_MS = 3 * 86_400_000;

/**
 * No transaction is open during the call.
 *
 * @throws AppError `unavailable`.
 */
export async function reconcileBank(
  db: Kysely<Schema>,
  bank: BankGateway,
  accountId: number,
  period: Period,
  now: Date,
): Promise<BankReconciliation> {
  const [from, to] = [
    moscowMidnight(period.periodStart),
    moscowMidnight(addDays(period.periodEnd, 1)),
  ];
  const window = {
    from: new Date(from.getTime() - BORDER_MS),
    to: new Date(to.getTime() + BORDER_MS),
  };
  const refunds = await readStatement(
    bank,
    { orderPrefix: "return-", payerInns: [], ...window },
    refundOf,
  );
  const own = await refundsTo(
    db,
    accountId,
    refunds.map(({ key }) => key),
  );
  const statement = [
    ...(await readStatement(
      bank,
      { orderPrefix: `${accountId}-`, payerInns: await payersOf(db, accountId), ...window },
      movementOf,
    )),
    ...refunds.filter(({ key }) => own.has(key)),
  ];
  const { movements, foreign, unrecognized } = await bookedMovements(
    db,
    accountId,
    window,
    statement.filter(({ kind }) => kind === "INCOMING").map(({ key }) => key),
  );
  const { found: unpaired, turnovers } = compare(
    [
      ...statement.filter(({ kind, key }) => kind !== "INCOMING" || !foreign.has(key)),
      ...unrecognized,
    ],
    movements,
    new Set(unrecognized.map(({ key }) => key)),
    (at) => at >= from && at < to,
  );
  const judged = await byWordOfBank(bank, await byStateOfOrders(db, unpaired, now));
  const found = judged.sort(
    (one, other) =>
      REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) || timeOf(one) - timeOf(other),
  );
  const shown = found.slice(0, SHOWN);
  const records = await recordsOf(
    db,
    accountId,
    shown.flatMap(({ bank: one, books: other }) => (one ?? other)?.payoutId ?? []),
  );
  return {
    ...period,
    isMatched: found.every(({ reason }) => reason === "OTHER_PERIOD"),
    turnovers,
    mismatches: shown.map((line) => present(line, records)),
    mismatchCount: found.length,
  };
}

async function readStatement(
  bank: BankGateway,
  request: Omit<Parameters<BankGateway["statementOf"]>[0], "position">,
  read: (line: StatementLine) => Movement,
): Promise<Movement[]> {
  const found: Movement[] = [];
  let position: string | null = null;
  do {
    const page: Awaited<ReturnType<BankGateway["statementOf"]>> = await bank
      .statementOf({ ...request, position })
      .catch(refuseSilence);
    found.push(...page.lines.map(read));
    position = page.position;
  } while (position !== null);
  return found;
}

function refuseSilence(cause: unknown): never {
  throw new AppError(
    "unavailable",
    "Банк не отвечает, выписку сверить не с чем. Повторите через несколько минут",
    { cause },
  );
}

/** `{customer}-{payout}-{attempt}`: each attempt is another order of a payout. */
function movementOf({ reference, ...line }: StatementLine): Movement {
  const payoutId = line.kind === "INCOMING" ? null : Number(reference.split("-")[1]);
  const key = payoutId === null ? reference : String(payoutId);
  return { ...line, key, payoutId, orderId: reference };
}

function refundOf({ kind, reference, ...line }: StatementLine): Movement {
  return {
    ...line,
    kind: kind === "OUTGOING" ? "REFUNDED" : "REFUND_RETURNED",
    key: reference,
    payoutId: null,
    orderId: reference,
  };
}

/**
 * What the bank paid and the books lack, by the rule of `reconcileTask`: an order that failed here is
 * another state, one that is under way may be unheard yet.
 */
async function byStateOfOrders(
  db: Kysely<Schema>,
  found: readonly Found[],
  now: Date,
): Promise<Found[]> {
  const unbooked = found.flatMap(({ kind, reason, bank }) =>
    reason === "NOT_IN_BOOKS" && (kind === "OUTGOING" || kind === "REFUNDED") && bank?.orderId
      ? [bank.orderId]
      : [],
  );
  const known = await bookedOrders(db, unbooked);
  return found.flatMap((one) => {
    const booked = known.get(one.bank?.orderId ?? "");
    if (!one.bank || !booked || booked.state === "PAID") return [one];
    const reason = reasonOfPaid(one.bank, booked, latenessAt(now));
    return reason === null ? [] : [{ ...one, reason }];
  });
}

/**
 * What the books have paid and the statement lacks, by the rule of `reconcileTask`: the bank's word of
 * the order. One that is done stands in the statement of other days.
 */
async function byWordOfBank(bank: BankGateway, found: readonly Found[]): Promise<Found[]> {
  const orderOf = ({ reason, books }: Found) =>
    reason === "NOT_AT_BANK" ? books?.orderId : undefined;
  const reasons = await reasonsOfUnlisted(
    bank,
    found.flatMap((one) => orderOf(one) ?? []),
  ).catch(refuseSilence);
  return found.map((one) => {
    const orderId = orderOf(one);
    return orderId === undefined ? one : { ...one, reason: reasons.get(orderId) ?? "OTHER_PERIOD" };
  });
}

interface Found {
  readonly kind: BankMovement;
  readonly reason: BankDifference;
  readonly bank: Movement | null;
  readonly books: Movement | null;
}

function compare(
  bank: readonly Movement[],
  books: readonly Movement[],
  unrecognized: ReadonlySet<string>,
  isInside: (at: Date) => boolean,
): Pick<BankReconciliation, "turnovers"> & { readonly found: readonly Found[] } {
  const found: Found[] = [];
  const statement = withoutLostTrips(bank, books);
  const [ofBank, ofBooks] = [byKey(statement), byKey(books)];
  for (const name of new Set([...ofBank.keys(), ...ofBooks.keys()])) {
    const [theirs, ours] = [ofBank.get(name) ?? [], ofBooks.get(name) ?? []];
    for (let index = 0; index < Math.max(theirs.length, ours.length); index += 1) {
      const [one, other] = [theirs[index] ?? null, ours[index] ?? null];
      const [isTheirs, isOurs] = [
        one !== null && isInside(one.at),
        other !== null && isInside(other.at),
      ];
      if (!isTheirs && !isOurs) continue;
      const reason: BankDifference | null =
        other === null
          ? one?.kind === "INCOMING" && unrecognized.has(one.key)
            ? "UNRECOGNIZED"
            : "NOT_IN_BOOKS"
          : one === null
            ? "NOT_AT_BANK"
            : one.amountKopecks !== other.amountKopecks
              ? "OTHER_AMOUNT"
              : isTheirs !== isOurs
                ? "OTHER_PERIOD"
                : null;
      const kind = (one ?? other)?.kind;
      if (reason && kind) found.push({ kind, reason, bank: one, books: other });
    }
  }
  return {
    found,
    turnovers: BANK_MOVEMENT.ids.map((kind) => {
      const [theirs, ours] = [statement, books].map((lines) =>
        lines.filter((line) => line.kind === kind && isInside(line.at)),
      ) as [Movement[], Movement[]];
      const [bankSum, booksSum] = [sumOf(theirs), sumOf(ours)];
      return {
        kind: definitionFor(BANK_MOVEMENT, kind),
        booksCount: ours.length,
        books: kopecksToRubles(booksSum),
        bankCount: theirs.length,
        bank: kopecksToRubles(bankSum),
        difference: kopecksToRubles(bankSum - booksSum),
      };
    }),
  };
}

/**
 * Money returned before we polled is one refused payout in the ledger: the bank's two lines cancel
 * out.
 */
function withoutLostTrips(
  bank: readonly Movement[],
  books: readonly Movement[],
): readonly Movement[] {
  const [ofBank, ofBooks] = [byKey(bank), byKey(books)];
  const dropped = new Set<Movement>();
  for (const [name, backs] of ofBank) {
    const [kind = "", key = ""] = name.split(":");
    const out = kind === "RETURNED" ? "OUTGOING" : kind === "REFUND_RETURNED" ? "REFUNDED" : null;
    if (out === null) continue;
    const outName = `${out}:${key}`;
    const outs = ofBank.get(outName) ?? [];
    const extra = Math.min(
      backs.length - (ofBooks.get(name)?.length ?? 0),
      outs.length - (ofBooks.get(outName)?.length ?? 0),
    );
    for (let index = 0; index < extra; index += 1) {
      const [sent, back] = [outs[index], backs[index]];
      if (sent && back && sent.amountKopecks === back.amountKopecks) dropped.add(sent).add(back);
    }
  }
  return dropped.size === 0 ? bank : bank.filter((line) => !dropped.has(line));
}

function byKey(lines: readonly Movement[]): Map<string, Movement[]> {
  return groupBy(
    [...lines].sort((one, other) => one.at.getTime() - other.at.getTime()),
    ({ kind, key }) => `${kind}:${key}`,
  );
}

function sumOf(lines: readonly Movement[]): bigint {
  return lines.reduce((sum, line) => sum + line.amountKopecks, 0n);
}

function timeOf({ bank, books }: Found): number {
  return (bank ?? books)?.at.getTime() ?? 0;
}

interface PayoutRecord {
  readonly id: bigint;
  readonly registry_id: number | null;
  readonly registry_title: string | null;
  readonly job_id: bigint;
  readonly title: string;
}

async function recordsOf(
  db: Kysely<Schema>,
  accountId: number,
  payoutIds: readonly number[],
): Promise<Map<number, PayoutRecord>> {
  if (payoutIds.length === 0) return new Map();
  const { rows } = await sql<PayoutRecord>`
    SELECT y.id, y.registry_id, ${registryTitleOf("r")} AS registry_title, j.id AS job_id, j.title
    FROM payouts y
    JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
    LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id
    WHERE y.account_id = ${accountId} AND y.id = ANY (${[...payoutIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [Number(row.id), row]));
}

function present(
  { kind, reason, bank, books }: Found,
  records: ReadonlyMap<number, PayoutRecord>,
): BankMismatch {
  const line = bank ?? books;
  const record = records.get(line?.payoutId ?? 0);
  return {
    kind: definitionFor(BANK_MOVEMENT, kind),
    reason: definitionFor(BANK_DIFFERENCE, reason),
    reference: line?.key ?? "",
    bankAmount: bank === null ? null : kopecksToRubles(bank.amountKopecks),
    bankAt: bank === null ? null : bank.at.toISOString(),
    booksAmount: books === null ? null : kopecksToRubles(books.amountKopecks),
    booksAt: books === null ? null : books.at.toISOString(),
    job: record ? { id: Number(record.job_id), title: record.title } : null,
    registry:
      record && record.registry_id !== null
        ? { id: record.registry_id, title: record.registry_title ?? "" }
        : null,
    payoutID: record === undefined ? null : Number(record.id),
  };
}
