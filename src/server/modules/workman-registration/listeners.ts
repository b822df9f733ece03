import { sql } from "kysely";
import type { RegistrationStatus } from "#contract/workman-registration/registration-states.ts";
import type { Platform } from "#server/platform.ts";
import { completeBound } from "./tax-stage.ts";

export function listenForBoundWorkmen({ events }: Platform): void {
  events.on("workman.bound", async (trx, { workmanId, at }) => {
    const { rows } = await sql<{
      id: number;
      personId: number;
      status: RegistrationStatus;
    }>`
      SELECT id, person_id AS "personId", registration_status AS status
      FROM workmen
      WHERE id = ${workmanId} AND registration_status = 'SMZ_VALID'
      FOR NO KEY UPDATE`.execute(trx);
    if (rows[0]) await completeBound(trx, rows[0], at);
  });
}
