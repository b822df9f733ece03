import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import { cutPicture, PICTURE_PATH } from "#server/files/pictures.ts";
import { setFileHeaders } from "#server/http/security-headers.ts";
import { unpreparedQuery } from "#server/data/prepared-query.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyInfo } from "../my-info.ts";

export function servePictures(serve: Serve, platform: Platform): void {
  const { clock } = platform;
  serve.reading(
    authEndpoints.uploadPicture,
    ({ files }) => {
      const upload = files["file"];
      if (!upload) throw invalid({ file: ["Выберите файл"] });
      return cutPicture(upload);
    },
    async ({ actor, read: { size40, size80 }, trx, audit }) => {
      await sql`
      INSERT INTO pictures (id, person_id, size40, size80, created_at)
      VALUES (${randomUUID()}, ${actor.personId}, ${size40}, ${size80}, ${clock.now()})
      ON CONFLICT (person_id) DO UPDATE
      SET id = excluded.id, size40 = excluded.size40, size80 = excluded.size80,
        created_at = excluded.created_at`.execute(trx);
      audit({
        event: "auth.updated",
        object: { type: "person", id: actor.personId, title: actor.name },
      });
      return loadMyInfo(unpreparedQuery(trx), actor, platform);
    },
  );

  serve(authEndpoints.deletePicture, async ({ actor, trx, audit }) => {
    await sql`DELETE FROM pictures WHERE person_id = ${actor.personId}`.execute(trx);
    audit({
      event: "auth.updated",
      object: { type: "person", id: actor.personId, title: actor.name },
    });
    return loadMyInfo(unpreparedQuery(trx), actor, platform);
  });
}

/** Public. Browsers revalidate after a day, so deleted pictures disappear. */
export function servePictureFiles(http: FastifyInstance, db: Kysely<Schema>): void {
  http.get<{ Params: { id: string; size: string } }>(
    `${PICTURE_PATH}/:id(^[0-9a-f-]{36}$)/:size(^(?:40|80)$).jpg`,
    { exposeHeadRoute: false },
    async ({ params: { id, size } }, reply) => {
      const { rows } = await sql<{
        bytes: Buffer;
      }>`
        SELECT ${sql.ref(size === "40" ? "size40" : "size80")} AS bytes
        FROM pictures
        WHERE id::text = ${id}`.execute(db);
      const bytes = rows[0]?.bytes;
      if (!bytes) throw new AppError("not_found", "Такой фотографии нет");
      setFileHeaders(reply);
      return reply.type("image/jpeg").header("cache-control", "public, max-age=86400").send(bytes);
    },
  );
}
