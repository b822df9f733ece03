import { sql } from "kysely";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { type JobOfferMessage, MESSAGES_PER_PAGE } from "#contract/job-offers/message.ts";
import { workmanName } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/platform/actor.ts";
import { invalid, notFound } from "#server/platform/app-error.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { JobOffersDependencies } from "./dependencies.ts";
import { lockOffer, sideOf } from "./lock-offer.ts";
import { announceOffers } from "./move-offers.ts";
import { actsFor, visibleTo } from "./offer-rows.ts";

interface MessageRow {
  readonly id: bigint;
  readonly offer_id: bigint;
  readonly side: "account" | "workman";
  readonly author_id: number;
  readonly text: string;
  readonly created_at: Date;
  readonly person_name: string;
  readonly last_name: string;
  readonly first_name: string;
}

/** What the two sides of an offer write to each other. */
export function serveMessages(serve: Serve, { clock }: JobOffersDependencies): void {
  serve(endpoints.messageList, async ({ actor, query, trx }) => {
    const { rows: found } = await sql<{ account_id: number; id: bigint; workman_id: number }>`
      SELECT o.account_id, o.id, o.workman_id FROM job_offers o JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id WHERE o.id = ${query.jobOfferID} AND ${visibleTo(actor)}`.execute(trx);
    const offer = found[0];
    if (!offer) throw notFound("Отклик не найден");
    const ofOffer = sql`m.account_id = ${offer.account_id} AND m.offer_id = ${offer.id}`;
    const rows = await loadMessages(trx, ofOffer, query.limit ?? MESSAGES_PER_PAGE, query.offset ?? 0);
    const count = await sql<{ total: bigint }>`SELECT count(*) AS total FROM job_offer_messages m WHERE ${ofOffer}`.execute(trx);
    await markRead(trx, actor, offer, rows);
    return { items: rows.map((row) => presentMessage(row, actor)), total: Number(count.rows[0]?.total ?? 0n) };
  });

  serve(endpoints.messageCreate, async ({ actor, body, trx, audit }) => {
    const text = body.message.trim();
    if (text === "") throw invalid({ message: ["Напишите сообщение"] });
    const offer = await lockOffer(trx, actor, body.jobOfferID, "createChatMessage");
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO job_offer_messages (account_id, offer_id, side, author_id, text, created_at)
      VALUES (${offer.account_id}, ${offer.id}, ${sideOf(actor, offer)}, ${actor.personId}, ${text}, ${clock.now()}) RETURNING id`.execute(trx);
    await announceOffers(trx, offer.account_id, [offer]);
    audit({ event: "offer.message_sent", accountId: offer.account_id, object: { type: "job-offer", id: Number(offer.id), title: offer.title } });
    const [message] = await loadMessages(trx, sql`m.account_id = ${offer.account_id} AND m.id = ${rows[0]?.id}`, 1, 0);
    return presentMessage(message as MessageRow, actor);
  });
}

async function loadMessages(trx: Trx, where: ReturnType<typeof sql>, limit: number, offset: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT m.*, p.name AS person_name, w.last_name, w.first_name FROM job_offer_messages m JOIN people p ON p.id = m.author_id
    JOIN job_offers o ON o.account_id = m.account_id AND o.id = m.offer_id JOIN workmen w ON w.id = o.workman_id
    WHERE ${where} ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(trx);
  return rows;
}

/**
 * What was shown counts as read. The one GET of the module that writes: there is no other call to say it by, and saying it twice changes
 * nothing. A company has read it when somebody who answers for it has, not an observer.
 */
async function markRead(trx: Trx, actor: Actor, offer: { account_id: number; id: bigint; workman_id: number }, shown: readonly MessageRow[]): Promise<void> {
  const side = sideOf(actor, offer);
  const last = shown[0]?.id;
  if (last === undefined || (side === "account" && !actsFor(actor, "offers.manage"))) return;
  const column = sql.ref(side === "account" ? "account_read_id" : "workman_read_id");
  await sql`UPDATE job_offers SET ${column} = ${last} WHERE account_id = ${offer.account_id} AND id = ${offer.id} AND ${column} < ${last}`.execute(trx);
}

function presentMessage(row: MessageRow, actor: Actor): JobOfferMessage {
  const name = row.side === "account" ? row.person_name : workmanName(row.last_name, row.first_name, actor);
  return { id: Number(row.id), jobOfferID: Number(row.offer_id), message: row.text, author: { side: row.side, name }, isMine: row.author_id === actor.personId, createdAt: row.created_at.toISOString() };
}
