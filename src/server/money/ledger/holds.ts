import { sql, type RawBuilder } from "kysely";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { post } from "./post.ts";

interface HoldRequest {
  readonly accountId: number;
  readonly purpose: "registry" | "offer";
  readonly sourceId: number | bigint;
  readonly attempt: number;
  readonly amountKopecks: bigint;
  readonly at: Date;
  readonly businessDate: string;
}

/**
 * Reserves a customer's money for one purpose. Decision: a registry gets one hold when it is
 * confirmed, not one per row: either all rows have their money or none starts.
 *
 * @returns the hold's id.
 * @throws LedgerShortage when there is not enough.
 */
export async function openHold(trx: Trx, request: HoldRequest): Promise<bigint> {
  await post(trx, {
    event: "HOLD",
    source: { type: request.purpose, id: request.sourceId, attempt: request.attempt },
    accountId: request.accountId,
    at: request.at,
    businessDate: request.businessDate,
    lines: [
      { code: "CUST_AVAIL", accountId: request.accountId, amountKopecks: request.amountKopecks },
      { code: "CUST_RES", accountId: request.accountId, amountKopecks: -request.amountKopecks },
    ],
  });
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO holds (account_id, purpose, source_id, amount_kopecks, left_kopecks, created_at)
    VALUES (${request.accountId}, ${request.purpose}, ${request.sourceId}, ${request.amountKopecks},
      ${request.amountKopecks}, ${request.at})
    RETURNING id`.execute(trx);
  return rows[0]?.id as bigint;
}

/**
 * Takes used or released money out; the hold ends with its last kopeck.
 *
 * @param mayBeTaken - of `holds`.
 */
export async function takeFromHold(
  trx: Trx,
  accountId: number,
  holdId: bigint,
  amountKopecks: bigint,
  at: Date,
  mayBeTaken: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { rows } = await sql`
    UPDATE holds
    SET left_kopecks = left_kopecks - ${amountKopecks}, ended_at = CASE
      WHEN left_kopecks = ${amountKopecks} THEN ${at}::timestamptz END
    WHERE account_id = ${accountId}
      AND id = ${holdId}
      AND left_kopecks >= ${amountKopecks}
      AND ${mayBeTaken}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw conflict();
}

interface ReleaseRequest {
  readonly accountId: number;
  readonly holdId: bigint;
  readonly source: {
    readonly type: "registry" | "offer";
    readonly id: number | bigint;
    readonly attempt: number;
  };
  readonly amountKopecks: bigint;
  readonly at: Date;
  readonly businessDate: string;
}

/**
 * Of a registry or an offer of which no payout lives: a payout's part goes back by its own proof.
 *
 * @throws AppError `conflict` - one does, or less is left.
 */
export async function releaseHold(
  trx: Trx,
  { accountId, holdId, source, amountKopecks, at, businessDate }: ReleaseRequest,
): Promise<void> {
  const opened =
    source.type === "registry"
      ? sql`
        SELECT FROM payouts p
        WHERE p.account_id = holds.account_id AND p.registry_id = ${source.id}`
      : sql`
        SELECT FROM job_offers o
        JOIN payouts p ON p.account_id = o.account_id AND p.id = o.payout_id
        WHERE o.account_id = holds.account_id AND o.id = ${source.id}`;
  const isUnopened = sql`NOT EXISTS (${opened} AND p.hold_id = holds.id AND p.state <> 'CANCELED')`;
  await takeFromHold(trx, accountId, holdId, amountKopecks, at, isUnopened);
  await post(trx, {
    event: "HOLD_RELEASE",
    source,
    accountId,
    at,
    businessDate,
    lines: [
      { code: "CUST_RES", accountId, amountKopecks },
      { code: "CUST_AVAIL", accountId, amountKopecks: -amountKopecks },
    ],
  });
}

interface AdjustRequest {
  readonly accountId: number;
  readonly holdId: bigint;
  readonly source: { readonly type: "offer"; readonly id: bigint; readonly attempt: number };
  /** Positive: reserve more; negative: release a part. */
  readonly changeKopecks: bigint;
  readonly at: Date;
  readonly businessDate: string;
}

/**
 * Changes the sum of a live hold. Source: `domain.md` §3.3, «Arbitration +/−».
 *
 * @throws LedgerShortage when there is not enough to reserve.
 * @throws AppError `conflict` - when the hold has ended.
 */
export async function adjustHold(
  trx: Trx,
  { accountId, holdId, source, changeKopecks, at, businessDate }: AdjustRequest,
): Promise<void> {
  if (changeKopecks < 0n) {
    await takeFromHold(trx, accountId, holdId, -changeKopecks, at);
  } else {
    const { rows } = await sql`
      UPDATE holds
      SET amount_kopecks = amount_kopecks + ${changeKopecks},
        left_kopecks = left_kopecks + ${changeKopecks}
      WHERE account_id = ${accountId} AND id = ${holdId} AND ended_at IS NULL RETURNING 1`.execute(
      trx,
    );
    if (rows.length === 0) throw conflict();
  }
  await post(trx, {
    event: "HOLD_ADJUSTED",
    source,
    accountId,
    at,
    businessDate,
    lines: [
      { code: "CUST_AVAIL", accountId, amountKopecks: changeKopecks },
      { code: "CUST_RES", accountId, amountKopecks: -changeKopecks },
    ],
  });
}
