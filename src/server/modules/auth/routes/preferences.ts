import { sql } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { Platform } from "#server/platform.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";

/** Prevents use as a disk. */
const MOST_PREFERENCES = 200;

export function servePreferences(serve: Serve, { clock }: Platform): void {
  serve(authEndpoints.preference, async ({ actor, params, trx }) => {
    const { rows } = await sql<{
      value: string;
    }>`
      SELECT value FROM preferences WHERE person_id = ${actor.personId} AND key = ${params.key}`.execute(
      trx,
    );
    return { value: rows[0]?.value ?? "" };
  });

  serve(
    authEndpoints.savePreference,
    async ({ actor, params: { key }, body: { value }, trx, audit }) => {
      audit({ event: "auth.preference_saved", object: { type: "preference", id: key } });
      if (value === "") {
        await sql`
          DELETE FROM preferences WHERE person_id = ${actor.personId} AND key = ${key}`.execute(
          trx,
        );
        return { ok: true as const };
      }
      refuseBroken(value);
      const { rows } = await sql`
      INSERT INTO preferences (person_id, key, value, changed_at)
      SELECT ${actor.personId}, ${key}, ${value}, ${clock.now()}
      WHERE (SELECT count(*)
        FROM preferences
        WHERE person_id = ${actor.personId} AND key <> ${key}) < ${MOST_PREFERENCES}
      ON CONFLICT (person_id, key) DO UPDATE
      SET value = excluded.value, changed_at = excluded.changed_at
      RETURNING 1`.execute(trx);
      if (rows.length === 0)
        throw conflict(
          "Сохранено слишком много настроек экранов. Верните исходный вид тем, которыми не пользуетесь",
        );
      return { ok: true as const };
    },
  );
}

/** Broken JSON would break a screen. */
function refuseBroken(value: string): void {
  try {
    JSON.parse(value);
  } catch {
    throw invalid({ value: ["Настройка передаётся текстом JSON"] });
  }
}
