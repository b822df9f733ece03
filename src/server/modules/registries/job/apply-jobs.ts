import { sql } from "kysely";
import { countOf } from "#contract/values/plural.ts";
import { inviteToNewJob } from "#server/modules/job-invites/index.ts";
import { addPublishedJob, refuseIdleCompany, type JobFields } from "#server/modules/jobs/index.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { AppliedRegistry, AppliedRow, Applying, RowOutcome } from "../registry-kind.ts";
import type { Platform } from "#server/platform.ts";
import { isNamed, type JobValues } from "./job-rows.ts";

const JOBS = ["задание", "задания", "заданий"] as const;
const INVITES = ["приглашение", "приглашения", "приглашений"] as const;

/** Money is held only when somebody accepts. Source: `domain.md` §4.3. */
export const JOB_APPLYING: Applying<JobValues> = {
  batchRows: 50,
  purpose: "Публикация заданий",
  plan: ({ row: { values } }) => ({
    jobs: values.workmenCount,
    invites: isNamed(values) ? 1 : 0,
    public: isNamed(values) ? 0 : values.workmenCount,
  }),
  async describe(db, registry, sums) {
    const { rows } = await sql<{
      trusted: boolean;
    }>`SELECT trusted FROM accounts WHERE id = ${registry.account_id}`.execute(db);
    const { jobs = 0, invites = 0, public: shown = 0 } = sums;
    return {
      effects: [
        `Будет создано: ${countOf(jobs, JOBS)}`,
        ...(invites > 0 ? [`Будет отправлено: ${countOf(invites, INVITES)}`] : []),
      ],
      notes: [
        "Деньги замораживаются, когда исполнитель принят",
        ...(shown > 0 && rows[0]?.trusted !== true
          ? [`Сначала задания проверит модератор: ${countOf(shown, JOBS)}`]
          : []),
      ],
    };
  },
  async refuse(_deps, trx, actor) {
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM accounts WHERE id = ${actor.accountId}`.execute(trx);
    refuseIdleCompany(rows[0]?.state ?? "");
  },
  async apply(platform, trx, registry, rows, at) {
    const outcomes: RowOutcome[] = [];
    for (const row of rows) outcomes.push(await applyRow(platform, trx, registry, row, at));
    return outcomes;
  },
};

/** All jobs of a row and its invite, or none. */
async function applyRow(
  platform: Platform,
  trx: Trx,
  registry: AppliedRegistry,
  row: AppliedRow<JobValues>,
  at: Date,
): Promise<RowOutcome> {
  await sql`SAVEPOINT registry_row`.execute(trx);
  try {
    const result = await makeJobs(platform, trx, registry, row, at);
    await sql`RELEASE SAVEPOINT registry_row`.execute(trx);
    return { state: "APPLIED", result };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`ROLLBACK TO SAVEPOINT registry_row`.execute(trx);
    return { state: "APPLY_FAILED", result: reasonOf(error) };
  }
}

async function makeJobs(
  platform: Platform,
  trx: Trx,
  registry: AppliedRegistry,
  { rowNo, validated }: AppliedRow<JobValues>,
  at: Date,
): Promise<string> {
  const { values } = validated.row;
  const fields = fieldsOf(validated);
  let state = "";
  for (let made = 0; made < values.workmenCount; made += 1) {
    const job = await addPublishedJob(trx, platform.events, {
      accountId: registry.account_id,
      fields,
      registryId: registry.id,
      rowNo,
      by: registry.executed_by,
      at,
    });
    state = job.state;
    if (isNamed(values))
      await inviteToNewJob(trx, platform, job, {
        workmanId: validated.workmanId,
        phone: values.phone,
        by: registry.executed_by,
        at,
      });
  }
  const what = state === "MODERATION" ? "На модерации" : "Опубликовано";
  return `${what}: ${countOf(values.workmenCount, JOBS)}${isNamed(values) ? ", приглашение отправлено" : ""}`;
}

function fieldsOf({
  row: { values },
  serviceId,
  projectId,
}: AppliedRow<JobValues>["validated"]): JobFields {
  const {
    title,
    description,
    budgetKopecks,
    finishDate,
    startDate,
    tags,
    cityId,
    address,
    receiptText,
    isActRequired,
  } = values;
  if (
    title === null ||
    description === null ||
    budgetKopecks === null ||
    finishDate === null ||
    serviceId === null
  )
    throw new Error("a row without errors lacks a required value");
  return {
    title,
    description,
    service_id: serviceId,
    project_id: projectId,
    budget_kopecks: budgetKopecks,
    tags: [...tags],
    pay_type: "FIXED",
    start_at: startDate === null ? null : new Date(`${startDate}T00:00:00+03:00`),
    finish_at: new Date(`${finishDate}T23:59:59+03:00`),
    city_id: cityId,
    address,
    receipt_text: receiptText,
    is_act_required: isActRequired,
    visibility: isNamed(values) ? "INVITED" : "ALL",
  };
}

function reasonOf(error: AppError): string {
  const fields = Object.values(error.errors ?? {}).flat();
  return fields.length > 0 ? fields.join("; ") : error.message;
}
