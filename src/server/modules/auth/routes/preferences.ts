import { sql } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { Platform } from "#server/platform.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";

/**
 * Screens are some dozens; whoever keeps more uses us as a disk. Saves of one instant may pass it
 * by a few.
 */
const MOST_PREFERENCES = 200;

/** How a person likes his screens; the same in all his companies. */
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

/**
 * Every screen that reads it parses it: what cannot be parsed would break the screen until it is
 * cleared.
 */
function refuseBroken(value: string): void {
  try {
    JSON.parse(value);
  } catch {
    throw invalid({ value: ["Настройка передаётся текстом JSON"] });
  }
}
