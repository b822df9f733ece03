import type { Kysely } from "kysely";
import type { BankDifference } from "#contract/transactions/reconciliation.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankGateway, StatementLine } from "#server/integrations/bank/port.ts";
import { bookedOrders, paidOrders, type BookedOrder } from "./booked-orders.ts";

export interface FoundDifference {
  readonly orderId: string;
  readonly accountId: number | null;
  readonly workmanId: number | null;
  readonly reason: Extract<
    BankDifference,
    "NOT_IN_BOOKS" | "NOT_AT_BANK" | "OTHER_AMOUNT" | "OTHER_STATE"
  >;
  readonly bankKopecks: bigint | null;
  readonly booksKopecks: bigint | null;
  readonly at: Date;
}

/** The bank is asked every few minutes: by this age it should be written. */
const SETTLES_MS = 3_600_000;

/**
 * Compares orders with the bank's list from `from` on, both ways: each line with the books, each
 * paid order without a line with the bank's word. No transaction is open meanwhile.
 */
export async function findDifferences(
  db: Kysely<Schema>,
  bank: Pick<BankGateway, "statementOf" | "orderResults">,
  { from, now }: { readonly from: Date; readonly now: Date },
): Promise<FoundDifference[]> {
  const found = new Map<string, FoundDifference>();
  const returned = new Map<string, bigint>();
  const unpaid = new Set<string>();
  const listed = new Set<string>();
  const lateness = latenessAt(now);
  for await (const lines of statementPages(bank, from, now)) {
    const known = await bookedOrders(
      db,
      lines.map(({ reference }) => reference),
    );
    for (const line of lines) {
      const booked = known.get(line.reference);
      listed.add(line.reference);
      if (line.kind === "OUTGOING") {
        const difference = ofPaidOrder(line, booked, lateness);
        if (difference) found.set(line.reference, difference);
        if (difference && booked?.state !== "PAID") unpaid.add(line.reference);
        continue;
      }
      returned.set(line.reference, line.amountKopecks);
      if (booked?.state === "PAID" && line.at < lateness)
        found.set(line.reference, differenceOf("OTHER_STATE", line, booked));
    }
  }
  // Returned before the platform heard of it, so never booked: the two lines cancel out.
  for (const orderId of unpaid)
    if (found.get(orderId)?.bankKopecks === returned.get(orderId)) found.delete(orderId);
  for await (const orders of paidOrders(db, from)) {
    const unlisted = orders.filter(({ orderId }) => !listed.has(orderId));
    const reasons = await reasonsOfUnlisted(
      bank,
      unlisted.map(({ orderId }) => orderId),
    );
    for (const order of unlisted) {
      const reason = reasons.get(order.orderId);
      if (reason) found.set(order.orderId, differenceOf(reason, null, order));
    }
  }
  return [...found.values()];
}

function ofPaidOrder(
  line: StatementLine,
  booked: BookedOrder | undefined,
  lateness: Date,
): FoundDifference | null {
  const reason = reasonOfPaid(line, booked, lateness);
  return reason === null ? null : differenceOf(reason, line, booked ?? null);
}

/**
 * How the bank's paid order differs from the books: for the task, and for the company's screen.
 *
 * @param lateness - what was paid later may be unheard yet.
 */
export function reasonOfPaid(
  line: Pick<StatementLine, "amountKopecks" | "at">,
  booked: BookedOrder | undefined,
  lateness: Date,
): FoundDifference["reason"] | null {
  if (!booked) return "NOT_IN_BOOKS";
  if (booked.state === "PAID")
    return booked.amountKopecks === line.amountKopecks ? null : "OTHER_AMOUNT";
  return booked.state === "UNDERWAY" && line.at >= lateness ? null : "OTHER_STATE";
}

const ASKED_AT_ONCE = 1000;

/**
 * How orders paid in the books, of which the bank's list has no line, differ by the bank's word: for
 * the task, and for the company's screen. One that the bank calls done is listed on another day;
 * silence says nothing.
 */
export async function reasonsOfUnlisted(
  bank: Pick<BankGateway, "orderResults">,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, "NOT_AT_BANK" | "OTHER_STATE">> {
  const reasons = new Map<string, "NOT_AT_BANK" | "OTHER_STATE">();
  for (let first = 0; first < orderIds.length; first += ASKED_AT_ONCE)
    for (const { orderId, status } of await bank.orderResults(
      orderIds.slice(first, first + ASKED_AT_ONCE),
    ))
      if (status !== "DONE" && status !== "RETURNED")
        reasons.set(orderId, status === "UNKNOWN" ? "NOT_AT_BANK" : "OTHER_STATE");
  return reasons;
}

export const latenessAt = (now: Date) => new Date(now.getTime() - SETTLES_MS);

function differenceOf(
  reason: FoundDifference["reason"],
  line: StatementLine | null,
  booked: BookedOrder | null,
): FoundDifference {
  return {
    orderId: (booked?.orderId ?? line?.reference) as string,
    accountId: booked ? booked.accountId : payerOf(line?.reference ?? ""),
    workmanId: booked?.workmanId ?? null,
    reason,
    bankKopecks: line?.amountKopecks ?? null,
    booksKopecks: booked?.amountKopecks ?? null,
    at: (line?.at ?? booked?.at) as Date,
  };
}

/** An order named like a payout belongs to that company. */
function payerOf(orderId: string): number | null {
  const id = /^(\d{1,9})-\d+-\d+$/.exec(orderId)?.[1];
  return id === undefined ? null : Number(id);
}

async function* statementPages(
  bank: Pick<BankGateway, "statementOf">,
  from: Date,
  to: Date,
): AsyncGenerator<readonly StatementLine[]> {
  let position: string | null = null;
  do {
    const page: Awaited<ReturnType<BankGateway["statementOf"]>> = await bank.statementOf({
      orderPrefix: "",
      payerInns: [],
      from,
      to,
      position,
    });
    yield page.lines.filter(({ kind }) => kind !== "INCOMING");
    position = page.position;
  } while (position !== null);
}
