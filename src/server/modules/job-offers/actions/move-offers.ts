import { sql, type RawBuilder } from "kysely";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import {
  JOB_OFFER_TRANSITIONS,
  type JobOfferState,
} from "#contract/job-offers/job-offer-states.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lineOf, writeLines } from "../offer-lines.ts";

interface OffersMove {
  readonly accountId: number;
  /** Which of the account's offers `o`. */
  readonly where: RawBuilder<unknown>;
  readonly action: keyof typeof JOB_OFFER_TRANSITIONS;
  readonly by: TransitionActor;
  readonly at: Date;
  /** Where to, when the action leads to more than one state; the usual one unless given. */
  readonly to?: JobOfferState;
  /** More of the SET list. */
  readonly set?: RawBuilder<unknown>;
}

export interface MovedOffer {
  readonly id: bigint;
  readonly job_id: bigint;
  readonly workman_id: number;
  readonly person_id: number;
}

/**
 * Moves offers along the table of the contract, in one conditional statement, says so in their
 * chats, and tells the screens of both sides.
 *
 * @returns those that were in a state the action starts from.
 */
export async function moveOffers(
  trx: Trx,
  { accountId, where, action, by, at, set, ...move }: OffersMove,
): Promise<MovedOffer[]> {
  const row = JOB_OFFER_TRANSITIONS[action];
  const to: JobOfferState = move.to ?? row.to[0];
  if (
    !(row.actor as readonly TransitionActor[]).includes(by) ||
    !(row.to as readonly JobOfferState[]).includes(to)
  )
    throw new Error(`${by} may not ${action} an offer to ${to}`);
  const { rows } = await sql<MovedOffer>`
    UPDATE job_offers o
    SET state = ${to} ${
      to === "CANCELED"
        ? sql`
      , ended_by = ${action === "acceptArbitration" ? "agreement" : by}`
        : sql``
    } ${
      set === undefined
        ? sql``
        : sql`
      , ${set}`
    }
    FROM workmen w
    WHERE w.id = o.workman_id
      AND o.account_id = ${accountId}
      AND ${where}
      AND o.state = ANY (${[...row.from]}::text[])
    RETURNING o.id, o.job_id, o.workman_id, w.person_id`.execute(trx);
  const line = lineOf(action, by);
  if (line !== null)
    await writeLines(
      trx,
      accountId,
      rows.map(({ id }) => ({ offerId: id, text: line })),
      at,
    );
  await announceOffers(trx, accountId, rows);
  return rows;
}

/**
 * A message between processes holds 8 000 bytes, and each costs one wake-up of every web process.
 */
const MOST_NAMED = 100;

/** Tells the screens of the customer and of the workers that these offers have changed. */
export async function announceOffers(
  trx: Trx,
  accountId: number,
  offers: readonly Pick<MovedOffer, "id" | "person_id">[],
): Promise<void> {
  if (offers.length === 0) return;
  const named = offers.slice(0, MOST_NAMED);
  await announce(trx, {
    to: `account:${accountId}`,
    resource: "job-offers",
    ids: named.map((one) => Number(one.id)),
  });
  for (const one of named)
    await announce(trx, {
      to: `person:${one.person_id}`,
      resource: "job-offers",
      ids: [Number(one.id)],
    });
}
