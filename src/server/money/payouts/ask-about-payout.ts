import { sql } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import {
  askWhetherPayable,
  HELD_MS,
  type MayStillBePaid,
  type Versioned,
} from "#server/money/bank-orders/index.ts";
import type { Platform } from "#server/platform.ts";
import { orderIdOf } from "./bank-orders.ts";
import { askWhetherRegistered, type NeverRegistered } from "./may-still-be-registered.ts";

/** Earned: the bank may have an order. */
export const MAY_HAVE_ORDER: readonly PayoutState[] = ["READY", "RETURNED", "FAILED"];
/** Not earned: the tax service may have the receipt. */
const MAY_BE_REGISTERED: readonly PayoutState[] = ["RECEIPT_PENDING", "RECEIPT_FAILED"];

/** What outside services said. */
export interface AskedPayout {
  /** `null`: no order can exist yet, or its answer is still to come. */
  readonly order: MayStillBePaid | null;
  /** `null`: not asked about. */
  readonly receipt: NeverRegistered | null;
  /** Of the receipt's row when it was asked about; `null`: there was none. */
  readonly receiptVersion?: string | null;
}

type Asking = Pick<Platform, "db" | "bank" | "taxService" | "clock">;
interface Key {
  readonly accountId: number;
  readonly payoutId: bigint;
}

/**
 * Before the transaction that gives money back.
 *
 * @throws AppError `unavailable` - no answer; `conflict` - its receipt is or may be made.
 */
export async function askAboutPayout(platform: Asking, key: Key): Promise<AskedPayout> {
  const at = platform.clock.now();
  const held = await hold(platform, key, [...MAY_HAVE_ORDER, ...MAY_BE_REGISTERED], at);
  if (held && MAY_BE_REGISTERED.includes(held.state)) {
    const payout = { accountId: key.accountId, id: key.payoutId };
    const lease = { at, until: held.until };
    const receipt = await askWhetherRegistered(platform.taxService, platform.db, payout, lease);
    return { order: null, receipt, receiptVersion: held.receipt_version };
  }
  return { order: held && (await askOf(platform, key, held)), receipt: null };
}

/**
 * Asks the bank only, before a payout is ordered anew: a receipt may always be asked for again.
 *
 * @throws AppError `unavailable`.
 */
export async function askAboutOrder(platform: Asking, key: Key): Promise<AskedPayout> {
  const held = await hold(platform, key, MAY_HAVE_ORDER, platform.clock.now());
  return { order: held && (await askOf(platform, key, held)), receipt: null };
}

interface Held extends Versioned {
  readonly state: PayoutState;
  readonly attempt: number;
  readonly until: Date;
  readonly receipt_version: string | null;
  /** A task has or had it, and has not written what came of it: «not known» says nothing. */
  readonly is_leased: boolean;
}

/**
 * Keeps it from the tasks between question and transaction; without `waits_for`, or the end of that
 * wait would end the hold. A process whose clock differs may lease it all the same: that changes
 * the rows' versions.
 */
async function hold(
  { db }: Asking,
  { accountId, payoutId }: Key,
  states: readonly PayoutState[],
  at: Date,
): Promise<Held | null> {
  const until = new Date(at.getTime() + HELD_MS);
  const { rows } = await sql<Omit<Held, "until">>`
    UPDATE payouts
    SET due_at = CASE
      WHEN state IN ('READY', 'RECEIPT_PENDING') THEN greatest(due_at, ${until})
      ELSE due_at END,
      waits_for = NULL
    WHERE account_id = ${accountId} AND id = ${payoutId} AND state = ANY (${[...states]}::text[])
    RETURNING state, attempt, xmin::text AS row_version,
      (SELECT r.xmin::text
        FROM receipts r
        WHERE r.account_id = payouts.account_id AND r.payout_id = payouts.id) AS receipt_version,
      state = 'READY' AND leased_until IS NOT NULL AS is_leased`.execute(db);
  return rows[0] ? { ...rows[0], until } : null;
}

function askOf(
  platform: Asking,
  { accountId: account_id, payoutId: id }: Key,
  { attempt, row_version: version, is_leased: isLeased }: Held,
): Promise<MayStillBePaid> {
  return askWhetherPayable(
    platform,
    orderIdOf({ account_id, id, attempt }),
    isLeased ? null : version,
  );
}
