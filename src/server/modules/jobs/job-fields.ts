import { sql } from "kysely";
import type { Static } from "typebox";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import {
  JOB_ADDRESS_MAX,
  JOB_BUDGET_MAX,
  JOB_BUDGET_MIN,
  JOB_DESCRIPTION,
  JOB_RECEIPT_TEXT_MAX,
  JOB_TITLE,
} from "#contract/jobs/job-bounds.ts";
import { readVisibility } from "#contract/jobs/job-visibility.ts";
import type { JobCreate, JobUpdate } from "#contract/jobs/job.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { rublesOrInvalid } from "#server/http/read-rubles.ts";
import type { OwnJob } from "./own-job.ts";

export type JobFields = Pick<
  OwnJob,
  | "title"
  | "description"
  | "service_id"
  | "project_id"
  | "budget_kopecks"
  | "tags"
  | "pay_type"
  | "start_at"
  | "finish_at"
  | "city_id"
  | "address"
  | "receipt_text"
  | "is_act_required"
  | "visibility"
>;

type JobInput = Omit<Static<typeof JobUpdate>, "jobID"> | Static<typeof JobCreate>;

const NOTHING: JobFields = {
  title: "", description: "", service_id: 0, project_id: null, budget_kopecks: 0n, tags: [], pay_type: "FIXED", start_at: null, finish_at: new Date(0),
  city_id: null, address: null, receipt_text: null, is_act_required: true, visibility: "ALL",
}; // prettier-ignore

/**
 * @param before - `null` for a new job.
 * @throws AppError `invalid` by field; a foreign project or tag reads as absent.
 */
export async function readJobFields(
  trx: Trx,
  actor: AccountActor,
  input: JobInput,
  before: JobFields | null,
  now: Date,
): Promise<JobFields> {
  const errors: FieldErrors = {};
  const was = before ?? NOTHING;
  const fields: JobFields = {
    title: input.title === undefined ? was.title : input.title.trim().replace(/\s+/g, " "),
    description: input.description === undefined ? was.description : input.description.trim(),
    service_id: input.serviceID ?? was.service_id,
    project_id: input.projectID === undefined ? was.project_id : input.projectID,
    budget_kopecks:
      input.budget === undefined ? was.budget_kopecks : readBudget(input.budget, errors),
    tags:
      input.jobTagsIDs === undefined
        ? was.tags
        : await readTags(trx, actor, input.jobTagsIDs, errors),
    pay_type: input.payType ?? was.pay_type,
    start_at: input.startDate === undefined ? was.start_at : fromSeconds(input.startDate),
    finish_at: input.finishDate === undefined ? was.finish_at : new Date(input.finishDate * 1000),
    city_id: input.cityID === undefined ? was.city_id : input.cityID,
    address: input.address === undefined ? was.address : input.address.trim() || null,
    receipt_text:
      input.receiptText === undefined ? was.receipt_text : input.receiptText.trim() || null,
    is_act_required: input.isActRequired ?? was.is_act_required,
    visibility: readVisibility(input, was.visibility),
  };
  checkLength(fields.title, "title", JOB_TITLE, errors);
  checkLength(fields.description, "description", JOB_DESCRIPTION, errors);
  checkLength(fields.address ?? "", "address", { min: 0, max: JOB_ADDRESS_MAX }, errors);
  checkLength(
    fields.receipt_text ?? "",
    "receiptText",
    { min: 0, max: JOB_RECEIPT_TEXT_MAX },
    errors,
  );
  const missing = before === null ? DEMANDED.filter((name) => input[name] === undefined) : [];
  for (const name of missing) errors[name] = [REQUIRED];
  if (!missing.includes("finishDate") && fields.finish_at <= now) errors["finishDate"] = [PAST];
  else if (fields.start_at !== null && fields.start_at > fields.finish_at)
    errors["startDate"] = ["Начало позже завершения. Проверьте даты"];
  if (
    !missing.includes("serviceID") &&
    fields.service_id !== was.service_id &&
    !(await isActiveService(trx, fields.service_id))
  )
    errors["serviceID"] = [SERVICE];
  if (
    fields.city_id !== was.city_id &&
    fields.city_id !== null &&
    !(await isCity(trx, fields.city_id))
  )
    errors["cityID"] = ["Выберите город из списка"];
  if (input.projectID !== undefined || before === null)
    await checkProject(trx, actor, fields.project_id, was.project_id, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return fields;
}

/**
 * Dates may have passed, services closed.
 *
 * @throws AppError `invalid` by field.
 */
export async function checkBeforePublishing(trx: Trx, job: OwnJob, now: Date): Promise<void> {
  const errors: FieldErrors = {};
  if (job.finish_at <= now) errors["finishDate"] = [PAST];
  if (!(await isActiveService(trx, job.service_id))) errors["serviceID"] = [SERVICE];
  if (!isBudget(job.budget_kopecks)) errors["budget"] = [BUDGET];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const PAST = "Дата завершения уже прошла. Укажите другую";
const SERVICE = "Выберите услугу из списка";
const BUDGET = `Укажите сумму от ${formatMoney(BigInt(JOB_BUDGET_MIN) * 100n)} до ${formatMoney(BigInt(JOB_BUDGET_MAX) * 100n)}`;

const REQUIRED = "Обязательное поле";
const DEMANDED = [
  "title",
  "description",
  "serviceID",
  "budget",
  "finishDate",
] as const satisfies readonly (keyof JobInput)[];

function checkLength(
  text: string,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  errors: FieldErrors,
): void {
  if (text.length < min) errors[name] = [`Напишите не меньше ${min} знаков`];
  else if (text.length > max) errors[name] = [`Напишите не больше ${max} знаков`];
}

function readBudget(rubles: number, errors: FieldErrors): bigint {
  const kopecks = rublesOrInvalid(rubles);
  if (typeof kopecks === "string") errors["budget"] = [kopecks];
  else if (!isBudget(kopecks)) errors["budget"] = [BUDGET];
  return typeof kopecks === "string" ? 0n : kopecks;
}

function isBudget(kopecks: bigint): boolean {
  return kopecks >= BigInt(JOB_BUDGET_MIN) * 100n && kopecks <= BigInt(JOB_BUDGET_MAX) * 100n;
}

function fromSeconds(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}

async function isActiveService(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM services WHERE id = ${id} AND active`.execute(trx);
  return rows.length > 0;
}

async function isCity(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM cities WHERE id = ${id}`.execute(trx);
  return rows.length > 0;
}

/** Titles are copied into the job. */
export async function readTags(
  trx: Trx,
  actor: AccountActor,
  ids: readonly number[],
  errors: FieldErrors,
): Promise<string[]> {
  const distinct = [...new Set(ids)];
  const { rows } = await sql<{
    title: string;
  }>`
    SELECT title
    FROM job_tags
    WHERE account_id = ${actor.accountId} AND id = ANY (${distinct}::integer[])
    ORDER BY title`.execute(trx);
  if (rows.length < distinct.length) errors["jobTagsIDs"] = ["Выберите теги из списка компании"];
  return rows.map((row) => row.title);
}

/** A user limited to projects must choose one. */
async function checkProject(
  trx: Trx,
  actor: AccountActor,
  id: number | null,
  was: number | null,
  errors: FieldErrors,
): Promise<void> {
  if (id === null) {
    if (actor.projectIds !== null) errors["projectID"] = ["Выберите один из своих проектов"];
    return;
  }
  const { rows } = await sql<{
    is_archived: boolean;
  }>`
    SELECT archived_at IS NOT NULL AS is_archived
    FROM projects
    WHERE account_id = ${actor.accountId} AND id = ${id}`.execute(trx);
  const isWithin = actor.projectIds === null || actor.projectIds.includes(id);
  if (!rows[0] || !isWithin) errors["projectID"] = ["Выберите проект из списка компании"];
  else if (rows[0].is_archived && id !== was)
    errors["projectID"] = ["Проект в архиве. Выберите другой или верните его из архива"];
}
