import { sql } from "kysely";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { type JobOfferMessage, MESSAGES_PER_PAGE } from "#contract/job-offers/message.ts";
import type { OfferFile } from "#contract/job-offers/offer-file.ts";
import { workmanName } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockOffer, sideOf } from "../lock-offer.ts";
import { announceOffers } from "../actions/move-offers.ts";
import { addOfferFile, OFFER_FILE, readOfferFile } from "../offer-files.ts";
import { actsFor, visibleTo } from "../queries.ts";

/** Live channel. */
const READ = "job-offer-reads";
/** Live channel. */
const TYPING = "job-offer-typing";

interface MessageRow {
  readonly id: bigint;
  readonly offer_id: bigint;
  readonly side: "account" | "workman" | "system";
  readonly author_id: number | null;
  readonly text: string;
  readonly created_at: Date;
  readonly person_name: string | null;
  readonly last_name: string;
  readonly first_name: string;
  readonly file: OfferFile | null;
}

interface ChatOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly workman_id: number;
  readonly person_id: number;
  readonly account_read_id: bigint;
  readonly workman_read_id: bigint;
}

export function serveMessages(serve: Serve, platform: Platform): void {
  const { clock } = platform;

  serve(endpoints.messageList, async ({ actor, query, trx }) => {
    const offer = await findOffer(trx, actor, query.jobOfferID);
    const ofOffer = sql`m.account_id = ${offer.account_id} AND m.offer_id = ${offer.id}`;
    const rows = await loadMessages(
      trx,
      ofOffer,
      query.limit ?? MESSAGES_PER_PAGE,
      query.offset ?? 0,
    );
    const count = await sql<{
      total: bigint;
    }>`SELECT count(*) AS total FROM job_offer_messages m WHERE ${ofOffer}`.execute(trx);
    await markRead(trx, actor, offer, rows);
    const [own, other] =
      sideOf(actor, offer) === "workman"
        ? [offer.workman_read_id, offer.account_read_id]
        : [offer.account_read_id, offer.workman_read_id];
    return {
      items: rows.map((row) => presentMessage(row, actor)),
      total: Number(count.rows[0]?.total ?? 0n),
      readID: Number(own),
      otherReadID: Number(other),
    };
  });

  serve.reading(
    endpoints.messageCreate,
    async ({ body, files, store }) => {
      const text = body.message?.trim() ?? "";
      const upload = files["file"];
      if (text === "" && !upload)
        throw invalid({ message: ["Напишите сообщение или приложите файл"] });
      return { text, file: upload ? await readOfferFile(upload, store) : null };
    },
    async ({ actor, body, read: { text, file }, trx, audit }) => {
      const offer = await lockOffer(trx, actor, body.jobOfferID, "createChatMessage");
      const { rows } = await sql<{ id: bigint }>`
      INSERT INTO job_offer_messages (account_id, offer_id, side, author_id, text, created_at)
      VALUES (${offer.account_id}, ${offer.id}, ${sideOf(actor, offer)}, ${actor.personId}, ${text},
        ${clock.now()})
      RETURNING id`.execute(trx);
      const messageId = rows[0]?.id as bigint;
      await announceOffers(trx, offer.account_id, [offer]);
      audit({
        event: "offer.message_sent",
        accountId: offer.account_id,
        object: { type: "job-offer", id: Number(offer.id), title: offer.title },
      });
      if (file) await addOfferFile(platform, trx, { offer, file, messageId, actor });
      const [message] = await loadMessages(
        trx,
        sql`m.account_id = ${offer.account_id} AND m.id = ${messageId}`,
        1,
        0,
      );
      return presentMessage(message as MessageRow, actor);
    },
  );

  serve(
    endpoints.typing,
    async ({ actor, params, trx }) => {
      const offer = await findOffer(trx, actor, params.id);
      if (sideOf(actor, offer) === "account" && !actsFor(actor, "offers.manage"))
        throw notFound("Отклик не найден");
      await announce(trx, {
        to:
          sideOf(actor, offer) === "workman"
            ? `account:${offer.account_id}`
            : `person:${offer.person_id}`,
        resource: TYPING,
        ids: [params.id],
      });
      return { ok: true as const };
    },
    { isUnrecorded: true },
  );
}

async function findOffer(trx: Trx, actor: Actor, id: number): Promise<ChatOffer> {
  const { rows } = await sql<ChatOffer>`
    SELECT o.account_id, o.id, o.workman_id, w.person_id, o.account_read_id, o.workman_read_id
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    JOIN workmen w ON w.id = o.workman_id
    WHERE o.id = ${id} AND ${visibleTo(actor)}`.execute(trx);
  if (!rows[0]) throw notFound("Отклик не найден");
  return rows[0];
}

async function loadMessages(
  trx: Trx,
  where: ReturnType<typeof sql>,
  limit: number,
  offset: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT m.*, p.name AS person_name, w.last_name, w.first_name,
      (SELECT ${OFFER_FILE}
        FROM job_offer_files f
        JOIN files s ON s.id = f.file_id
        WHERE f.account_id = m.account_id AND f.message_id = m.id) AS file
    FROM job_offer_messages m LEFT JOIN people p ON p.id = m.author_id
    JOIN job_offers o ON o.account_id = m.account_id AND o.id = m.offer_id
    JOIN workmen w ON w.id = o.workman_id
    WHERE ${where} ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(trx);
  return rows;
}

/**
 * Shown messages count as read: no other call reports reading, and a repeat changes nothing. For a
 * company only roles that may answer count.
 */
async function markRead(
  trx: Trx,
  actor: Actor,
  offer: ChatOffer,
  shown: readonly MessageRow[],
): Promise<void> {
  const side = sideOf(actor, offer);
  const last = shown[0]?.id;
  if (last === undefined || (side === "account" && !actsFor(actor, "offers.manage"))) return;
  const column = sql.ref(side === "account" ? "account_read_id" : "workman_read_id");
  const { rows } = await sql`
      UPDATE job_offers
      SET ${column} = ${last}
      WHERE account_id = ${offer.account_id} AND id = ${offer.id} AND ${column} < ${last}
      RETURNING id`.execute(trx);
  if (rows.length === 0) return;
  const [own, other] =
    side === "account"
      ? [`account:${offer.account_id}`, `person:${offer.person_id}`]
      : [`person:${offer.person_id}`, `account:${offer.account_id}`];
  // Own screens reload their counts.
  await announce(trx, { to: own, resource: "job-offers", ids: [Number(offer.id)] });
  await announce(trx, { to: other, resource: READ, ids: [Number(offer.id)] });
}

function presentMessage(row: MessageRow, actor: Actor): JobOfferMessage {
  const author =
    row.side === "system"
      ? null
      : {
          side: row.side,
          name:
            row.side === "account"
              ? (row.person_name ?? "")
              : workmanName(row.last_name, row.first_name, actor),
        };
  return {
    id: Number(row.id),
    jobOfferID: Number(row.offer_id),
    message: row.text,
    author,
    isMine: row.author_id === actor.personId,
    file: row.file,
    createdAt: row.created_at.toISOString(),
  };
}
