import { sql, type RawBuilder } from "kysely";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import { JOB_OFFER_TRANSITIONS, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import { announce, MOST_NAMED } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lineOf, writeLines } from "../offer-lines.ts";

interface OffersMove {
  readonly accountId: number;
  /** On the account's offers `o`. */
  readonly where: RawBuilder<unknown>;
  readonly action: keyof typeof JOB_OFFER_TRANSITIONS;
  readonly by: TransitionActor;
  readonly at: Date;
  /** When the action has several targets. */
  readonly to?: JobOfferState;
  readonly set?: RawBuilder<unknown>;
}

export interface MovedOffer {
  readonly id: bigint;
  readonly job_id: bigint;
  readonly workman_id: number;
  readonly person_id: number;
}

/**
 * Adds chat lines, updates both sides' screens.
 *
 * @returns offers that were in a start state.
 */
export async function moveOffers(
  trx: Trx,
  { accountId, where, action, by, at, set, to }: OffersMove,
): Promise<MovedOffer[]> {
  const move = transition(JOB_OFFER_TRANSITIONS, action, by, { to, of: "o" });
  const { rows } = await sql<MovedOffer>`
    UPDATE job_offers o
    SET ${move.set} ${
      move.to === "CANCELED"
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
      AND ${move.from}
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

export async function announceOffers(
  trx: Trx,
  accountId: number,
  offers: readonly Pick<MovedOffer, "id" | "person_id">[],
): Promise<void> {
  if (offers.length === 0) return;
  await announce(trx, {
    to: `account:${accountId}`,
    resource: "job-offers",
    ids: offers.map((one) => Number(one.id)),
  });
  for (const one of offers.slice(0, MOST_NAMED))
    await announce(trx, {
      to: `person:${one.person_id}`,
      resource: "job-offers",
      ids: [Number(one.id)],
    });
}
