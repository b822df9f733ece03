import { sql } from "kysely";
import { ARBITRATION_ANSWER_HOURS } from "#contract/jobs/job-offer-states.ts";
import { holdOffer } from "#server/modules/job-offers/index.ts";
import type { Trx } from "#server/data/transaction.ts";

const DAY_MS = 86_400_000;

interface Running {
  readonly account_id: number;
  readonly id: bigint;
  readonly state: string;
  readonly amount_kopecks: bigint;
  readonly created_by: number;
  readonly person_id: number;
  readonly accepted_at: Date;
}

/** Of running offers: holds, a proposal for the worker, the chat. */
export async function seedOfferLife(trx: Trx, now: Date): Promise<void> {
  const { rows } = await sql<Running>`
    SELECT o.account_id, o.id, o.state, o.amount_kopecks, j.created_by, w.person_id, o.accepted_at
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    JOIN workmen w ON w.id = o.workman_id
    WHERE o.state IN ('ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION')
    ORDER BY o.account_id, o.id`.execute(trx);
  // Money came three days ago; no hold may be older.
  const funded = now.getTime() - 2.9 * DAY_MS;
  for (const offer of rows) {
    await holdOffer(trx, {
      accountId: offer.account_id,
      offerId: offer.id,
      amountKopecks: offer.amount_kopecks,
      at: new Date(Math.max(offer.accepted_at.getTime(), funded)),
      by: null,
    });
  }
  for (const offer of rows.filter((one) => one.state === "ARBITRATION"))
    await propose(trx, offer, now);
  for (const offer of rows.filter((one) => one.state !== "ACCEPTED"))
    await writeConversation(trx, offer, now);
}

async function propose(trx: Trx, offer: Running, now: Date): Promise<void> {
  await sql`
    INSERT INTO job_offer_arbitrations (account_id, offer_id, state, amount_kopecks,
      new_amount_kopecks, reason, comment, opened_from, opened_by, opened_at, answer_until)
    VALUES (${offer.account_id}, ${offer.id}, 'OPEN', ${offer.amount_kopecks},
      ${(offer.amount_kopecks * 9n) / 10n}, 'PARTLY_DONE',
      'Последний ряд не пересчитан, ведомость закрыли сами', 'COMPLETED', ${offer.created_by},
      ${new Date(now.getTime() - DAY_MS / 4)},
        ${new Date(now.getTime() - DAY_MS / 4 + ARBITRATION_ANSWER_HOURS * 3_600_000)})`.execute(
    trx,
  );
}

const TALK = [
  ["workman", "Добрый день! Пропуск на въезд нужен?"],
  ["account", "Здравствуйте. Да, закажем: пришлите номер машины"],
  ["workman", "Отправил, буду к девяти"],
] as const;

async function writeConversation(trx: Trx, offer: Running, now: Date): Promise<void> {
  const start = now.getTime() - 2 * DAY_MS;
  for (const [index, [side, text]] of TALK.entries()) {
    await sql`
      INSERT INTO job_offer_messages (account_id, offer_id, side, author_id, text, created_at)
      VALUES (${offer.account_id}, ${offer.id}, ${side},
        ${side === "account" ? offer.created_by : offer.person_id}, ${text},
        ${new Date(start + index * 25 * 60_000)})`.execute(trx);
  }
}
