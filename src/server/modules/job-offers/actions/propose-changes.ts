import { sql } from "kysely";
import {
  JOB_OFFER_STATE,
  MAX_ARBITRATIONS,
  type JobOfferState,
} from "#contract/jobs/job-offer-states.ts";
import { overLimit } from "#contract/approvals/accept-limit.ts";
import { formatMoney } from "#contract/values/money.ts";
import { commissionOn } from "#contract/workmen/payability.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { fingerprint } from "#server/http/consent.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { acceptLimit, presentRights } from "#server/modules/accounts/index.ts";
import { openArbitrations } from "../arbitrations.ts";
import type { Platform } from "#server/platform.ts";
import { moveOffers } from "./move-offers.ts";
import { DECLINED_ARBITRATIONS, ofCompany } from "../queries.ts";

export interface ChangeableOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
  readonly state: JobOfferState;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly hold_id: bigint | null;
  readonly declined_arbitrations: number;
  readonly commission_ppm: number;
}

const CHANGED = "Данные изменились после выгрузки. Выгрузите файл заново";

/** Twelve characters of state, sum and commission, for files. */
export function changeVersion(
  offer: Pick<ChangeableOffer, "id" | "state" | "amount_kopecks" | "commission_kopecks">,
): string {
  return fingerprint(
    String(offer.id),
    offer.state,
    String(offer.amount_kopecks),
    String(offer.commission_kopecks),
  );
}

/**
 * Kopecks taken from the free balance, with commission; negative: released. An unpaid payment has
 * nothing frozen.
 */
export function changeOfHold(
  offer: Pick<
    ChangeableOffer,
    "amount_kopecks" | "commission_kopecks" | "hold_id" | "commission_ppm"
  >,
  newAmountKopecks: bigint,
): bigint {
  const held = offer.hold_id === null ? 0n : offer.amount_kopecks + offer.commission_kopecks;
  return newAmountKopecks + commissionOn(newAmountKopecks, offer.commission_ppm) - held;
}

/**
 * @param available - free balance, kopecks.
 * @param limitKopecks - what the proposer may agree to alone; `null`: any sum.
 * @returns `null` when allowed.
 */
export function changeRefusal(
  offer: ChangeableOffer | undefined,
  change: { readonly version: string; readonly newAmountKopecks: bigint },
  available: bigint,
  limitKopecks: bigint | null = null,
): string | null {
  if (!offer) return "Отклик не найден";
  if (offer.state !== "INPROGRESS" && offer.state !== "COMPLETED")
    return `Отклик в состоянии «${JOB_OFFER_STATE.titles[offer.state]}». Изменить выплату можно, пока работа выполняется или ждёт приёмки`;
  if (changeVersion(offer) !== change.version) return CHANGED;
  if (offer.declined_arbitrations >= MAX_ARBITRATIONS)
    return "Исполнитель отказался от всех предложений. Примите результат по прежней сумме или дождитесь решения модератора";
  const beyond = overLimit(limitKopecks, change.newAmountKopecks);
  if (beyond !== undefined) return beyond;
  const needed = changeOfHold(offer, change.newAmountKopecks);
  return needed > available
    ? `Недостаточно средств: увеличение требует ${formatMoney(needed)}`
    : null;
}

export async function loadChangeable(
  trx: Trx,
  reach: { readonly accountId: number; readonly projectIds: readonly number[] | null },
  ids: readonly (number | bigint)[],
  lock = false,
): Promise<ReadonlyMap<number, ChangeableOffer>> {
  const asked = sql`
    o.account_id = ${reach.accountId} AND o.id = ANY (${numberArray(ids)}::bigint[])`;
  if (lock)
    await sql`
      SELECT 1 FROM jobs j
      WHERE j.account_id = ${reach.accountId}
        AND j.id IN (SELECT o.job_id FROM job_offers o WHERE ${asked})
      ORDER BY j.id
      FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<ChangeableOffer>`
    SELECT o.account_id, o.id, o.job_id, o.state, o.amount_kopecks, o.commission_kopecks, o.hold_id,
      ${DECLINED_ARBITRATIONS} AS declined_arbitrations,
      (SELECT a.commission_ppm FROM accounts a WHERE a.id = o.account_id) AS commission_ppm
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE ${asked}
      AND ${ofCompany({ accountId: reach.accountId, projectIds: reach.projectIds === null ? null : [...reach.projectIds] })}
    ORDER BY o.id ${lock ? sql`FOR NO KEY UPDATE OF o` : sql``}`.execute(trx);
  return new Map(rows.map((row) => [Number(row.id), row]));
}

interface ProposedChange {
  readonly offerId: number;
  readonly version: string;
  readonly newAmountKopecks: bigint;
  readonly reason: string;
  readonly comment: string | null;
}

export interface ChangesRequest {
  readonly accountId: number;
  /** `null`: all. */
  readonly projectIds: readonly number[] | null;
  readonly changes: readonly ProposedChange[];
  readonly by: number;
  readonly at: Date;
}

/** By offer id; a reason without a proposal. */
export type ChangesOutcome = ReadonlyMap<
  number,
  { readonly arbitrationId: bigint } | { readonly refusal: string }
>;

/**
 * Locks jobs, then offers, in one order. Impossible ones are returned with reasons. Nothing is
 * frozen until a workman accepts.
 */
export async function proposeChanges(
  { events }: Pick<Platform, "events">,
  trx: Trx,
  { changes, by, at, ...reach }: ChangesRequest,
): Promise<ChangesOutcome> {
  const offers = await loadChangeable(
    trx,
    reach,
    changes.map(({ offerId }) => offerId),
    true,
  );
  const { available } = await balanceOfAccount(trx, reach.accountId);
  const limit = await acceptLimit(trx, await presentRights(trx, reach.accountId, by));
  const outcome = new Map<number, { arbitrationId: bigint } | { refusal: string }>();
  const good: { readonly change: ProposedChange; readonly offer: ChangeableOffer }[] = [];
  for (const change of changes) {
    const offer = offers.get(change.offerId);
    const refusal = changeRefusal(offer, change, available, limit);
    if (refusal !== null || !offer) outcome.set(change.offerId, { refusal: refusal ?? CHANGED });
    else good.push({ change, offer });
  }
  if (good.length === 0) return outcome;
  const ids = good.map(({ offer }) => offer.id);
  await moveOffers(trx, {
    accountId: reach.accountId,
    where: sql`o.id = ANY (${numberArray(ids)}::bigint[])`,
    action: "openArbitration",
    by: "account",
    at,
  });
  const opened = await openArbitrations(
    trx,
    good.map(({ offer, change }) => ({
      offer,
      newAmountKopecks: change.newAmountKopecks,
      reason: change.reason,
      comment: change.comment,
    })),
    { by, at },
  );
  for (const { id, offer_id: offerId } of opened)
    outcome.set(Number(offerId), { arbitrationId: id });
  await events.publish(trx, "offers.notice", {
    name: "ArbitrationOpened",
    accountId: reach.accountId,
    offerIds: ids,
    at,
  });
  return outcome;
}
