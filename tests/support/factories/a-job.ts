import { sql, type Kysely } from "kysely";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { JobVisibility } from "#contract/jobs/job-visibility.ts";
import type { JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";

export interface TestJob {
  readonly title?: string;
  readonly description?: string;
  readonly state?: JobState;
  readonly kind?: "OFFER" | "PAYROLL";
  readonly serviceId?: number;
  readonly cityId?: number;
  readonly projectId?: number;
  readonly tags?: readonly string[];
  readonly kopecks?: bigint;
  readonly payType?: "FIXED" | "NEGOTIABLE";
  readonly visibility?: JobVisibility;
  /** `anOffer` accepts it. */
  readonly workmanId?: number;
  readonly publishedAt?: Date;
  readonly finishAt?: Date;
  readonly finishedAt?: Date;
}

const DAY_MS = 86_400_000;

/**
 * By default published for everybody.
 *
 * @returns its id.
 */
export async function aJob(
  db: Kysely<Schema>,
  accountId: number,
  over: TestJob = {},
): Promise<number> {
  const now = Date.now();
  const state = over.state ?? "PUBLISHED";
  const isOffer = (over.kind ?? "OFFER") === "OFFER";
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO jobs (account_id, kind, state, title, description, service_id, project_id,
      budget_kopecks, workman_id, tags, created_at, pay_type, finish_at, published_at, finished_at,
      city_id, visibility, is_act_required)
    VALUES (${accountId}, ${over.kind ?? "OFFER"}, ${state},
      ${over.title ?? "Разобрать склад после переезда"},
      ${over.description ?? "Рассортировать коробки и расставить их по стеллажам."},
      ${over.serviceId ?? 201}, ${over.projectId ?? null}, ${over.kopecks ?? 500_000n},
        ${over.workmanId ?? null}, ${over.tags ?? []}::text[], ${new Date(now - 3 * DAY_MS)},
      ${isOffer ? (over.payType ?? "FIXED") : null},
        ${isOffer ? (over.finishAt ?? new Date(now + 10 * DAY_MS)) : null},
      ${["DRAFT", "MODERATION", "REJECTED"].includes(state) || !isOffer ? null : (over.publishedAt ?? new Date(now - 2 * DAY_MS))},
        ${over.finishedAt ?? null},
      ${over.cityId ?? null}, ${isOffer ? (over.visibility ?? "ALL") : null},
        ${isOffer ? true : null}) RETURNING id`.execute(db);
  return Number(rows[0]?.id);
}

/** @returns its id. */
export async function anOffer(
  db: Kysely<Schema>,
  accountId: number,
  jobId: number,
  workmanId: number,
  state: JobOfferState = "CREATED",
): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, created_at)
    VALUES (${accountId}, ${jobId}, ${workmanId}, ${state}, 450000, now())
    RETURNING id`.execute(db);
  return Number(rows[0]?.id);
}

/**
 * Phone or registered worker.
 *
 * @returns its id.
 */
export async function anInvite(
  db: Kysely<Schema>,
  accountId: number,
  jobId: number,
  to: { phone: string; workmanId?: number },
): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO job_invites (account_id, job_id, phone, workman_id, state, created_at, expires_at)
    VALUES (${accountId}, ${jobId}, ${to.phone}, ${to.workmanId ?? null}, 'SENT', now(),
      now() + interval '7 days')
    RETURNING id`.execute(db);
  return Number(rows[0]?.id);
}
