import { jobInviteEndpoints as endpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { jobObjectOf } from "#server/modules/jobs/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { readPhone } from "#server/http/read-phone.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { lockInvitableJob } from "../invitable-job.ts";
import { loadInvites, presentInvites } from "../queries.ts";
import { invitePhone, inviteWorkmen } from "../actions/invite-people.ts";

export function serveInviting(serve: Serve, platform: Platform): void {
  const { clock, events } = platform;

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const job = await lockInvitableJob(trx, events, actor, body.jobID, at);
    const { ids, invitedIds, failed } = await inviteWorkmen(trx, events, job, body.workmanIDs, {
      message: body.message?.trim() || null,
      by: actor.personId,
      at,
    });
    audit({
      event: "invite.sent",
      object: jobObjectOf(job.id, job.title),
      after: { invitedCount: ids.length, workmanIds: invitedIds },
    });
    const rows = await loadInvites(trx, job.account_id, ids);
    return { items: await presentInvites(trx, rows, actor, at), failed };
  });

  serve(endpoints.inviteByPhone, async ({ actor, params, body, trx, audit }) => {
    const at = clock.now();
    const job = await lockInvitableJob(trx, events, actor, params.id, at);
    const phone = readPhone(body.phone, "phone");
    const firstName = readFirstName(body.firstName);
    const ids = await invitePhone(trx, platform, job, {
      phone,
      firstName,
      message: body.message?.trim() || null,
      by: actor.personId,
      at,
    });
    audit({
      event: "invite.sent",
      object: jobObjectOf(job.id, job.title),
      after: { invitedCount: ids.length },
    });
    const rows = await loadInvites(trx, job.account_id, ids);
    const [invite] = await presentInvites(trx, rows, actor, at);
    // Only the index of open invites can refuse the row.
    if (!invite) throw conflict("Этот номер уже приглашён в задание");
    return invite;
  });
}

/** Goes into an SMS to a stranger: letters only, no URL. */
function readFirstName(text: string | undefined): string | null {
  const name = text?.trim().replace(/\s+/g, " ") ?? "";
  if (name === "") return null;
  if (!/^\p{L}[\p{L} ’'-]*$/u.test(name)) throw invalid({ firstName: ["Имя пишется буквами"] });
  return name;
}
