import { sql } from "kysely";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { MOST_RESULT_FILES } from "#contract/job-offers/offer-file.ts";
import { noteUnnamed } from "#server/files/unnamed-files.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockOffer, sideOf, type LockedOffer } from "../lock-offer.ts";
import { announceOffers } from "../actions/move-offers.ts";
import { objectOf } from "../offer-audit.ts";
import { addOfferFile, readOfferFile } from "../offer-files.ts";
import { visibleTo } from "../queries.ts";

/** For the two sides only. */
export function serveOfferFiles(serve: Serve, platform: Platform): void {
  const { clock, files } = platform;

  serve(endpoints.file, async ({ actor, params, trx }) => {
    const file = await findFile(trx, actor, params.id);
    const body = await files.open(file.storage_key).catch((error: unknown) => {
      throw error instanceof NoSuchFile ? notFound("Файл не найден") : error;
    });
    return new FileReply(file.name, file.content_type, body);
  });

  serve.reading(
    endpoints.addResultFile,
    ({ files: uploads, store }) => {
      const upload = uploads["file"];
      if (!upload) throw invalid({ file: ["Выберите файл"] });
      return readOfferFile(upload, store);
    },
    async ({ actor, params, read, trx, audit }) => {
      const offer = await lockOwnWork(trx, actor, params.id);
      const { rows } = await sql<{
        count: bigint;
      }>`
      SELECT count(*) AS count
      FROM job_offer_files
      WHERE account_id = ${offer.account_id} AND offer_id = ${offer.id} AND message_id IS NULL`.execute(
        trx,
      );
      if (Number(rows[0]?.count) >= MOST_RESULT_FILES)
        throw conflict(
          `К результату можно приложить не больше ${MOST_RESULT_FILES} файлов. Уберите лишние или соберите их в один PDF`,
        );
      const file = await addOfferFile(platform, trx, { offer, file: read, messageId: null, actor });
      await announceOffers(trx, offer.account_id, [offer]);
      audit({
        event: "offer.result_file_added",
        accountId: offer.account_id,
        object: objectOf(offer),
        after: { file: file.name },
      });
      return file;
    },
  );

  serve(endpoints.removeResultFile, async ({ actor, params, trx, audit, afterCommit }) => {
    const file = await findFile(trx, actor, params.id);
    const offer = await lockOwnWork(trx, actor, Number(file.offer_id));
    const { rows } = await sql<{
      file_id: bigint;
    }>`
      DELETE FROM job_offer_files
      WHERE account_id = ${offer.account_id} AND id = ${params.id} AND message_id IS NULL
      RETURNING file_id`.execute(trx);
    if (!rows[0]) throw conflict("Файл из переписки убрать нельзя");
    await sql`DELETE FROM files WHERE id = ${rows[0].file_id}`.execute(trx);
    await noteUnnamed(trx, file.storage_key, clock.now());
    await announceOffers(trx, offer.account_id, [offer]);
    audit({
      event: "offer.result_file_removed",
      accountId: offer.account_id,
      object: objectOf(offer),
      before: { file: file.name },
    });
    // A failed removal is made good by `removeUnnamedFilesTask`.
    afterCommit(() => void files.remove(file.storage_key).catch(() => undefined));
    return { ok: true as const };
  });
}

/** Only the workman adds them, during the work. */
async function lockOwnWork(trx: Trx, actor: Actor, id: number): Promise<LockedOffer> {
  const offer = await lockOffer(trx, actor, id, "finishExecution");
  if (sideOf(actor, offer) !== "workman") throw notFound("Отклик не найден");
  return offer;
}

interface FoundFile {
  readonly offer_id: bigint;
  readonly name: string;
  readonly content_type: string;
  readonly storage_key: string;
}

async function findFile(trx: Trx, actor: Actor, id: number): Promise<FoundFile> {
  const { rows } = await sql<FoundFile>`
    SELECT f.offer_id, s.name, s.content_type, s.storage_key
    FROM job_offer_files f
    JOIN files s ON s.id = f.file_id
    JOIN job_offers o ON o.account_id = f.account_id AND o.id = f.offer_id
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE f.id = ${id} AND ${visibleTo(actor)}`.execute(trx);
  if (!rows[0]) throw notFound("Файл не найден");
  return rows[0];
}
