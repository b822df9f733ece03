import { sql } from "kysely";
import type { RegistrationStatus } from "#contract/workman-registration/registration-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import { activateTask } from "./activate-task.ts";
import type { WorkmanRegistrationDependencies } from "./dependencies.ts";
import { serveProfile } from "./profile-routes.ts";
import { registrationTask } from "./registration-task.ts";
import { serveSteps } from "./step-routes.ts";
import { completeBound } from "./tax-stage.ts";
import { serveUpload } from "./upload-route.ts";

/**
 * Becoming a worker who can be paid: the questionnaire, the bank's check, the status of a
 * self-employed person, the check of the profile.
 */
export function makeWorkmanRegistration(deps: WorkmanRegistrationDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  deps.events.on("workman.bound", async (trx, { workmanId, at }) => {
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
  return {
    tasks: [registrationTask(deps), activateTask(deps)],
    routes(serve) {
      serveSteps(serve, deps);
      serveProfile(serve, deps);
      serveUpload(serve, deps);
    },
  };
}
