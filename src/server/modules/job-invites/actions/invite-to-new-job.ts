import { sql } from "kysely";
import { presentRights, refuseOverLimit } from "#server/modules/accounts/index.ts";
import type { OwnJob } from "#server/modules/jobs/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { addInvites, findWorkmen, invitePhone, whyNot } from "./invite-people.ts";

interface Invited {
  readonly workmanId: number | null;
  readonly phone: string | null;
  readonly by: number;
  readonly at: Date;
}

/**
 * An unregistered phone gets a link.
 *
 * @throws AppError `conflict`, `invalid` or `too_many_requests`.
 */
export async function inviteToNewJob(
  trx: Trx,
  platform: Pick<Platform, "secrets" | "linkOrigin" | "events">,
  job: OwnJob,
  { workmanId, phone, by, at }: Invited,
): Promise<void> {
  await refuseOverLimit(trx, await presentRights(trx, job.account_id, by), job.budget_kopecks);
  if (workmanId === null && phone !== null) {
    await invitePhone(trx, platform, job, { phone, firstName: null, message: null, by, at });
    return;
  }
  const [candidate] = await findWorkmen(
    trx,
    job,
    sql`w.id = ${workmanId} AND w.state = 'ACTIVE'`,
    at,
  );
  if (!candidate) throw conflict("Этого исполнителя сейчас нельзя пригласить");
  const refusal = whyNot(candidate);
  if (refusal !== null) throw conflict(refusal);
  await addInvites(trx, platform.events, job, [candidate], {
    message: null,
    isByPhone: phone !== null,
    by,
    at,
  });
}
