import { sql } from "kysely";
import { jobInviteEndpoints as endpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import type { OwnJob } from "#server/modules/jobs/index.ts";
import { conflict, invalid } from "#server/platform/app-error.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { JobInvitesDependencies } from "./dependencies.ts";
import { lockInvitableJob } from "./invitable-job.ts";
import { loadInvites, presentInvites } from "./invite-rows.ts";
import { addInvites, addLinkInvite, findByPhone, findWorkmen, whyNot } from "./invite-people.ts";

/** Inviting workers of the catalogue, and whoever has a phone. */
export function serveInviting(serve: Serve, deps: JobInvitesDependencies): void {
  const { clock, events } = deps;

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const job = await lockInvitableJob(trx, events, actor, body.jobID, at);
    const asked = [...new Set(body.workmanIDs)];
    const found = new Map((await findWorkmen(trx, job, sql`w.id = ANY (${asked}::integer[]) AND w.state = 'ACTIVE'`, at)).map((one) => [one.workmanId, one]));
    const refusals = asked.map((workmanID) => ({ workmanID, message: whyNot(found.get(workmanID)) }));
    const failed = refusals.flatMap(({ workmanID, message }) => (message === null ? [] : [{ workmanID, message }]));
    const invited = refusals.flatMap(({ workmanID, message }) => (message === null ? (found.get(workmanID) ?? []) : []));
    const ids = await addInvites(trx, events, job, invited, { message: body.message?.trim() || null, isByPhone: false, by: actor.personId, at });
    audit({ event: "invite.sent", object: objectOf(job), after: { invitedCount: ids.length, workmanIds: invited.map((one) => one.workmanId) } });
    const rows = await loadInvites(trx, { where: sql`i.account_id = ${job.account_id} AND i.id = ANY (${ids}::bigint[])`, limit: ids.length });
    return { items: await presentInvites(trx, rows, actor, at), failed };
  });

  serve(endpoints.inviteByPhone, async ({ actor, params, body, trx, audit }) => {
    const at = clock.now();
    const job = await lockInvitableJob(trx, events, actor, params.id, at);
    const phone = normalizePhone(body.phone);
    if (phone === null) throw invalid({ phone: ["Неверный номер телефона. Пример: +7 (916) 123-45-67"] });
    const firstName = readFirstName(body.firstName);
    const message = body.message?.trim() || null;
    const workman = await findByPhone(trx, job, phone, at);
    const refusal = workman === null ? null : whyNot(workman);
    if (refusal !== null) throw conflict(refusal);
    const ids =
      workman === null
        ? [await addLinkInvite(trx, deps, job, { phone, firstName, message, by: actor.personId, at })]
        : await addInvites(trx, events, job, [workman], { message, isByPhone: true, by: actor.personId, at });
    audit({ event: "invite.sent", object: objectOf(job), after: { invitedCount: ids.length } });
    const rows = await loadInvites(trx, { where: sql`i.account_id = ${job.account_id} AND i.id = ANY (${ids}::bigint[])` });
    const [invite] = await presentInvites(trx, rows, actor, at);
    // The job is locked, so only the index of open invites could have kept the row out.
    if (!invite) throw conflict("Этот номер уже приглашён в задание");
    return invite;
  });
}

/** A name goes into a message to a stranger: it is a word, not an address. */
function readFirstName(text: string | undefined): string | null {
  const name = text?.trim().replace(/\s+/g, " ") ?? "";
  if (name === "") return null;
  if (!/^\p{L}[\p{L} ’'-]*$/u.test(name)) throw invalid({ firstName: ["Имя пишется буквами"] });
  return name;
}

function objectOf(job: OwnJob) {
  return { type: "job", id: Number(job.id), title: job.title };
}
