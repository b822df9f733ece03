import { jobInviteEndpoints as endpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { errorText } from "#contract/kernel/problem.ts";
import type { MassInviteResult } from "#contract/job-invites/job-invite.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { auditEach } from "#server/modules/audit-log/index.ts";
import {
  jobObjectOf,
  lockOwnJobs,
  undoIfRefused,
  type OwnJob,
} from "#server/modules/jobs/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { openForInvites } from "../invitable-job.ts";
import { invitePhone, inviteWorkmen } from "../actions/invite-people.ts";

interface People {
  readonly workmanIds: readonly number[];
  readonly phones: readonly string[];
  readonly message: string | null;
}

interface Refused {
  readonly workmanID: number | null;
  readonly phone: string | null;
  readonly message: string;
}

/** Impossible ones are returned with reasons. */
export function serveMassInviting(serve: Serve, platform: Platform): void {
  serve(endpoints.createMany, async (call) => {
    const { actor, body, trx } = call;
    const at = platform.clock.now();
    const people = readPeople(body);
    const jobs = new Map(
      (await lockOwnJobs(trx, actor, "offers.manage", body.jobIDs)).map((job) => [
        Number(job.id),
        job,
      ]),
    );
    const failed: MassInviteResult["failed"] = [];
    const lines: AuditRecord[] = [];
    let invitedCount = 0;
    for (const jobID of new Set(body.jobIDs)) {
      const job = jobs.get(jobID);
      const { sentCount, refused } = job
        ? await inviteTo(trx, platform, actor, job, people, at)
        : { sentCount: 0, refused: [ofTheJob("Задание не найдено")] };
      failed.push(...refused.map((one) => ({ jobID, ...one })));
      if (!job || sentCount === 0) continue;
      invitedCount += sentCount;
      lines.push({
        event: "invite.sent",
        object: jobObjectOf(job.id, job.title),
        after: { invitedCount: sentCount },
      });
    }
    await auditEach(call, lines, at);
    return { invitedCount, failed };
  });
}

/** A draft is published only if somebody can be invited. */
async function inviteTo(
  trx: Trx,
  platform: Platform,
  actor: AccountActor,
  job: OwnJob,
  { workmanIds, phones, message }: People,
  at: Date,
) {
  const refused: Refused[] = [];
  let sentCount = 0;
  const outcome = await undoIfRefused(trx, async () => {
    const open = await openForInvites(trx, platform.events, actor, job, at);
    const invitation = { message, by: actor.personId, at };
    const { ids, failed } = await inviteWorkmen(trx, platform.events, open, workmanIds, invitation);
    refused.push(...failed.map((one) => ({ ...one, phone: null })));
    sentCount += ids.length;
    for (const phone of phones) {
      try {
        sentCount += (
          await invitePhone(trx, platform, open, { ...invitation, phone, firstName: null })
        ).length;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push({ workmanID: null, phone, message: errorText(error) });
      }
    }
    if (sentCount === 0) throw conflict("Никого из выбранных нельзя пригласить в это задание");
    return "invited";
  });
  return {
    sentCount,
    refused:
      typeof outcome === "object" && refused.length === 0 ? [ofTheJob(outcome.refusal)] : refused,
  };
}

function ofTheJob(message: string): Refused {
  return { workmanID: null, phone: null, message };
}

/** @throws AppError `invalid`. */
function readPeople(body: {
  readonly workmanIDs?: readonly number[];
  readonly phones?: readonly string[];
  readonly message?: string;
}): People {
  const phones = (body.phones ?? []).map((text) => normalizePhone(text) ?? wrongPhone(text));
  const workmanIds = body.workmanIDs ?? [];
  if (phones.length + workmanIds.length === 0)
    throw invalid({ workmanIDs: ["Выберите хотя бы одного исполнителя"] });
  return { workmanIds, phones: [...new Set(phones)], message: body.message?.trim() || null };
}

function wrongPhone(text: string): never {
  throw invalid({ phones: [`Неверный номер телефона: ${text}. Пример: +7 (916) 123-45-67`] });
}
