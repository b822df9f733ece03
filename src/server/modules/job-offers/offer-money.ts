import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { commissionOn } from "#contract/workmen/payability.ts";
import {
  adjustHold,
  balanceOfAccount,
  LedgerShortage,
  openHold,
  releaseHold,
} from "#server/money/ledger/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { companyShortage } from "#server/money/company-shortage.ts";
import type { Trx } from "#server/data/transaction.ts";

interface OfferSum {
  readonly accountId: number;
  readonly offerId: bigint;
  readonly amountKopecks: bigint;
  readonly at: Date;
  /** Decides how much an error reveals. */
  readonly by: Actor | null;
}

/**
 * Freezes sum and commission, again after an unpaid payment.
 *
 * @returns the commission, kopecks; later tariffs do not change it.
 * @throws AppError `insufficient_funds`.
 */
export async function holdOffer(
  trx: Trx,
  { accountId, offerId, amountKopecks, at, by }: OfferSum,
): Promise<{ holdId: bigint; commissionKopecks: bigint }> {
  const commissionKopecks = await commissionFor(trx, accountId, amountKopecks);
  const needed = amountKopecks + commissionKopecks;
  const attempt = await attemptOf(trx, { account_id: accountId, id: offerId });
  const holdId = await orShortage(trx, { accountId, needed, by }, () =>
    openHold(trx, {
      accountId,
      purpose: "offer",
      sourceId: offerId,
      attempt,
      amountKopecks: needed,
      at,
      businessDate: moscowDate(at),
    }),
  );
  await sql`
    UPDATE job_offers
    SET hold_id = ${holdId}, commission_kopecks = ${commissionKopecks}
    WHERE account_id = ${accountId} AND id = ${offerId}`.execute(trx);
  return { holdId, commissionKopecks };
}

export interface HeldOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly hold_id: bigint | null;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
}

/**
 * @returns the new commission, kopecks.
 * @throws AppError `insufficient_funds`.
 */
export async function adjustOffer(
  trx: Trx,
  offer: HeldOffer & { readonly hold_id: bigint },
  newAmountKopecks: bigint,
  { at, by }: { at: Date; by: Actor | null },
): Promise<bigint> {
  const commission = await commissionFor(trx, offer.account_id, newAmountKopecks);
  const change = newAmountKopecks + commission - offer.amount_kopecks - offer.commission_kopecks;
  const request = {
    accountId: offer.account_id,
    holdId: offer.hold_id,
    source: { type: "offer" as const, id: offer.id, attempt: await attemptOf(trx, offer) },
    changeKopecks: change,
    at,
    businessDate: moscowDate(at),
  };
  if (change !== 0n)
    await orShortage(trx, { accountId: offer.account_id, needed: change, by }, () =>
      adjustHold(trx, request),
    );
  await sql`
    UPDATE job_offers
    SET amount_kopecks = ${newAmountKopecks}, commission_kopecks = ${commission}
    WHERE account_id = ${offer.account_id} AND id = ${offer.id}`.execute(trx);
  return commission;
}

/**
 * The sum is frozen, and validated again, at acceptance.
 *
 * @throws AppError `insufficient_funds`.
 */
export async function refuseBeyondBalance(
  trx: Trx,
  offer: HeldOffer,
  newAmountKopecks: bigint,
  by: Actor,
): Promise<void> {
  const held = offer.hold_id === null ? 0n : offer.amount_kopecks + offer.commission_kopecks;
  const needed =
    newAmountKopecks + (await commissionFor(trx, offer.account_id, newAmountKopecks)) - held;
  const { available } = await balanceOfAccount(trx, offer.account_id);
  if (needed > available) throw await shortage(trx, { accountId: offer.account_id, needed, by });
}

export async function releaseOffer(trx: Trx, offer: HeldOffer, at: Date): Promise<void> {
  if (offer.hold_id === null) return;
  await releaseHold(trx, {
    accountId: offer.account_id,
    holdId: offer.hold_id,
    source: { type: "offer", id: offer.id, attempt: await attemptOf(trx, offer) },
    amountKopecks: offer.amount_kopecks + offer.commission_kopecks,
    at,
    businessDate: moscowDate(at),
  });
}

/** Number of the current hold. */
async function attemptOf(
  trx: Trx,
  offer: { readonly account_id: number; readonly id: bigint },
): Promise<number> {
  const { rows } = await sql<{
    hold_attempt: number;
  }>`
    SELECT hold_attempt FROM job_offers WHERE account_id = ${offer.account_id} AND id = ${offer.id}`.execute(
    trx,
  );
  return rows[0]?.hold_attempt ?? 1;
}

async function commissionFor(trx: Trx, accountId: number, amountKopecks: bigint): Promise<bigint> {
  const { rows } = await sql<{
    commission_ppm: number;
  }>`SELECT commission_ppm FROM accounts WHERE id = ${accountId}`.execute(trx);
  if (!rows[0]) throw new Error(`offer of no account ${accountId}`);
  return commissionOn(amountKopecks, rows[0].commission_ppm);
}

/** Sums only for roles that see the balance. */
async function orShortage<Result>(
  trx: Trx,
  { accountId, needed, by }: { accountId: number; needed: bigint; by: Actor | null },
  freeze: () => Promise<Result>,
): Promise<Result> {
  try {
    return await freeze();
  } catch (error) {
    if (!(error instanceof LedgerShortage)) throw error;
    throw await shortage(trx, { accountId, needed, by });
  }
}

async function shortage(
  trx: Trx,
  { accountId, needed, by }: { accountId: number; needed: bigint; by: Actor | null },
): Promise<AppError> {
  if (by === null || by.accountId !== accountId)
    return new AppError(
      "insufficient_funds",
      "У заказчика недостаточно средств на балансе. Попросите его пополнить баланс и повторите",
    );
  if (!may(by, "money.view"))
    return new AppError(
      "insufficient_funds",
      "Недостаточно средств на балансе. Попросите финансового менеджера пополнить баланс",
    );
  const { available } = await balanceOfAccount(trx, accountId);
  return companyShortage(needed, available);
}
