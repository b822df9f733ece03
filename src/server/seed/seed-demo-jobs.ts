import { sql } from "kysely";
import type { JobInviteState } from "#contract/jobs/job-invite-states.ts";
import type { JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { nextId } from "#server/data/next-id.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  type DemoCustomer,
  type DemoJob,
  INVITED_JOBS,
  PUBLISHED_JOBS,
  STATE_JOBS,
} from "./demo-jobs.ts";
import { DEMO_WORKMEN } from "./demo-workmen.ts";
import { seedOfferLife } from "./seed-demo-offers.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface DemoCustomers {
  readonly accounts: Readonly<Record<DemoCustomer, number>>;
  /** Of the first two accounts, by unique title. */
  readonly projects: ReadonlyMap<string, number>;
  /** By account id; the first two only. */
  readonly authors: ReadonlyMap<number, number>;
}

export interface FinishedJob {
  readonly accountId: number;
  readonly id: number;
  readonly workmanId: number;
  readonly finishedAt: Date;
}

interface JobSeed {
  readonly id: number;
  readonly job: DemoJob;
  readonly state: JobState;
  readonly createdAt: Date;
  readonly finishAt: Date;
  readonly workmanId?: number;
  readonly finishedAt?: Date;
}

interface OfferSeed {
  readonly accountId: number;
  readonly jobId: number;
  readonly workmanId: number;
  readonly state: JobOfferState;
  readonly amountKopecks: number;
  readonly message: string | null;
  readonly createdAt: Date;
}

const OFFER_OF_JOB: Partial<Record<JobState, JobOfferState>> = {
  WORKMANPENDING: "ACCEPTED",
  INPROGRESS: "INPROGRESS",
  COMPLETED: "COMPLETED",
  FINISHED: "FINISHED",
};
const MESSAGES = [
  "Делал похожую работу весной, могу показать фотографии.",
  "Готов начать завтра, инструмент свой.",
  "Живу рядом, буду вовремя.",
  null,
];

/**
 * Jobs in every state with offers and invites.
 *
 * @param workmen - ids by phone.
 * @returns the finished jobs.
 */
export async function seedJobs(
  trx: Trx,
  customers: DemoCustomers,
  workmen: ReadonlyMap<string, number>,
  now: Date,
): Promise<FinishedJob[]> {
  const ordinary = [...workmen].filter(([phone]) => phone >= "79000000201").map(([, id]) => id);
  const main = workmen.get("79000000101") as number;
  const finished = finishedPlans(workmen, now);
  const ids = await reserveIds(
    trx,
    PUBLISHED_JOBS.length + STATE_JOBS.length + finished.length + INVITED_JOBS.length,
  );
  const next = () => ids.shift() as number;

  const done = finished.map((plan): JobSeed => ({ id: next(), ...plan }));
  const open = PUBLISHED_JOBS.map((job, index) => ({
    job,
    publishedAt: new Date(
      now.getTime() - job.publishedDaysAgo * DAY_MS - ((index * 37) % 600) * MINUTE_MS,
    ),
  }))
    .sort((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
    .map(({ job, publishedAt }): JobSeed => ({
      id: next(),
      job,
      state: "PUBLISHED",
      createdAt: publishedAt,
      finishAt: endOf(job, now),
    }));
  const others = STATE_JOBS.map((job): JobSeed => {
    const createdAt = new Date(now.getTime() - job.publishedDaysAgo * DAY_MS - 95 * MINUTE_MS);
    return {
      id: next(),
      job,
      state: job.state,
      createdAt,
      finishAt: endOf(job, now),
      ...(job.doer ? { workmanId: workmen.get(job.doer) as number } : {}),
    };
  });
  const [forInvited] = INVITED_JOBS.map((job): JobSeed => ({
    id: next(),
    job,
    state: job.state,
    createdAt: new Date(now.getTime() - 20 * 60 * MINUTE_MS),
    finishAt: endOf(job, now),
  }));
  if (!forInvited) throw new Error("the demonstration needs a job for the invited");
  const jobs = [...done, ...open, ...others, forInvited];
  await addJobs(trx, jobs, customers, now);

  const accountOf = (seed: JobSeed) => customers.accounts[seed.job.customer];
  const taken = jobs.flatMap((seed): OfferSeed[] => {
    const state = seed.job.offer ?? OFFER_OF_JOB[seed.state];
    return state && seed.workmanId !== undefined
      ? [offerFor(seed, accountOf(seed), seed.workmanId, state, 0)]
      : [];
  });
  const asked = open.flatMap((seed, index) =>
    Array.from({ length: index % 4 }, (_, turn) =>
      offerFor(
        seed,
        accountOf(seed),
        ordinary[(index * 7 + turn * 11) % ordinary.length] as number,
        turn === 2 ? "DECLINED" : "CREATED",
        turn,
      ),
    ),
  );
  const byTitle = (title: string) => open.find((seed) => seed.job.title === title) as JobSeed;
  const mine = [
    "Разгрузить две фуры с бытовой техникой",
    "Выложить сезонный товар в четырёх магазинах",
    "Убрать офис 180 м² после новоселья",
  ].map((title, turn) =>
    offerFor(byTitle(title), accountOf(byTitle(title)), main, "CREATED", turn),
  );
  const declined = byTitle("Собрать двадцать рабочих столов");
  const closed = (["CANCELED", "REJECTED", "ARCHIVED"] as const).map((state, turn) =>
    offerFor(open[turn] as JobSeed, accountOf(open[turn] as JobSeed), main, state, turn),
  );
  await addOffers(
    trx,
    [
      ...taken,
      ...asked,
      ...mine,
      offerFor(declined, accountOf(declined), main, "DECLINED", 1),
      ...closed,
    ],
    now,
  );
  await seedOfferLife(trx, now);

  const windows = byTitle("Вымыть витрины торгового центра");
  await addInvites(trx, now, [
    {
      accountId: accountOf(forInvited),
      jobId: forInvited.id,
      workmanId: main,
      state: "SENT",
      daysAgo: 1,
    },
    {
      accountId: accountOf(forInvited),
      jobId: forInvited.id,
      workmanId: workmen.get("79000000210") as number,
      state: "VIEWED",
      daysAgo: 1,
    },
    {
      accountId: accountOf(windows),
      jobId: windows.id,
      workmanId: main,
      state: "VIEWED",
      daysAgo: 2,
    },
    {
      accountId: accountOf(windows),
      jobId: windows.id,
      workmanId: workmen.get("79000000252") as number,
      state: "DECLINED",
      daysAgo: 2,
    },
    {
      accountId: accountOf(windows),
      jobId: windows.id,
      workmanId: workmen.get("79000000253") as number,
      state: "EXPIRED",
      daysAgo: 9,
    },
    {
      accountId: accountOf(forInvited),
      jobId: forInvited.id,
      workmanId: workmen.get("79000000211") as number,
      state: "CANCELED",
      daysAgo: 1,
    },
    ...others
      .filter((seed) => seed.state === "WORKMANPENDING")
      .map((seed): InviteSeed => ({
        accountId: accountOf(seed),
        jobId: seed.id,
        workmanId: seed.workmanId as number,
        state: "ACCEPTED",
        daysAgo: seed.job.publishedDaysAgo,
      })),
  ]);
  return done.map((seed) => ({
    accountId: accountOf(seed),
    id: seed.id,
    workmanId: seed.workmanId as number,
    finishedAt: seed.finishedAt as Date,
  }));
}

const ELSEWHERE: readonly DemoCustomer[] = [
  "shops",
  "repairs",
  "events",
  "digital",
  "school",
  "home",
];

/** In the last two months: one for most workers by their services, two of worker 101. */
function finishedPlans(workmen: ReadonlyMap<string, number>, now: Date): Omit<JobSeed, "id">[] {
  const doers = DEMO_WORKMEN.filter((one) => one.phone >= "79000000201").slice(0, 48);
  const plan = (job: DemoJob, phone: string, daysAgo: number): Omit<JobSeed, "id"> => {
    const finishedAt = new Date(now.getTime() - daysAgo * DAY_MS);
    return {
      job,
      state: "FINISHED",
      createdAt: new Date(finishedAt.getTime() - 8 * DAY_MS),
      finishAt: new Date(finishedAt.getTime() + DAY_MS),
      finishedAt,
      workmanId: workmen.get(phone) as number,
    };
  };
  const suitable = (services: readonly number[], index: number) => {
    // Two of five worked for the other companies: each has reviews.
    const elsewhere = ELSEWHERE[(Math.floor(index / 5) * 2 + (index % 5)) % ELSEWHERE.length];
    const found = PUBLISHED_JOBS.filter((job) =>
      index % 5 < 2 ? job.customer === elsewhere : services.includes(job.service),
    );
    return (found[index % Math.max(1, found.length)] ?? PUBLISHED_JOBS[0]) as DemoJob;
  };
  return [
    ...doers.map((one, index) => plan(suitable(one.services, index), one.phone, 60 - index)),
    plan(suitable([201], 2), "79000000101", 9),
    plan(suitable([402], 2), "79000000101", 4),
  ];
}

async function reserveIds(trx: Trx, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: bigint;
  }>`SELECT ${nextId("jobs")} AS id FROM generate_series(1, ${count})`.execute(trx);
  return rows.map((row) => Number(row.id));
}

/** 18:00 in Moscow on the last day. */
function endOf(job: DemoJob, now: Date): Date {
  const day = addDays(moscowDate(now), job.finishInDays);
  return new Date(`${day}T18:00:00+03:00`);
}

function offerFor(
  seed: JobSeed,
  accountId: number,
  workmanId: number,
  state: JobOfferState,
  turn: number,
): OfferSeed {
  const share = seed.job.payType === "NEGOTIABLE" ? 1 - turn * 0.05 : 1;
  return {
    accountId,
    jobId: seed.id,
    workmanId,
    state,
    amountKopecks: Math.round(seed.job.rubles * share) * 100,
    message: MESSAGES[turn % MESSAGES.length] ?? null,
    createdAt: new Date(seed.createdAt.getTime() + (3 + turn * 5) * 60 * MINUTE_MS),
  };
}

async function addJobs(
  trx: Trx,
  jobs: readonly JobSeed[],
  { accounts, projects, authors }: DemoCustomers,
  now: Date,
): Promise<void> {
  const rows = jobs.map(({ id, job, state, createdAt, finishAt, workmanId, finishedAt }) => ({
    id,
    account_id: accounts[job.customer],
    state,
    title: job.title,
    description: job.description,
    service_id: job.service,
    project_id: projects.get(job.project ?? "") ?? null,
    budget_kopecks: job.rubles * 100,
    workman_id: workmanId ?? null,
    tags: job.tags,
    created_by: authors.get(accounts[job.customer]) ?? null,
    created_at: new Date(createdAt.getTime() - 40 * MINUTE_MS),
    pay_type: job.payType,
    start_at: finishedAt
      ? createdAt
      : new Date(Math.min(now.getTime() + DAY_MS, finishAt.getTime() - DAY_MS / 2)),
    finish_at: finishAt,
    published_at:
      state === "DRAFT" || state === "MODERATION" || state === "REJECTED" ? null : createdAt,
    finished_at: finishedAt ?? null,
    city: job.city,
    visibility: job.visibility,
    reject_reason: state === "REJECTED" ? job.reason : null,
    reject_comment: state === "REJECTED" ? job.comment : null,
    cancel_reason: state === "CANCELED" ? job.reason : null,
    cancel_comment: state === "CANCELED" ? job.comment : null,
  }));
  await sql`
    INSERT INTO jobs (account_id, id, kind, state, title, description, service_id, project_id,
      budget_kopecks, workman_id, tags, created_by, created_at, pay_type, start_at, finish_at,
      published_at, finished_at, city_id, visibility, is_act_required, reject_reason,
        reject_comment, cancel_reason, cancel_comment)
    SELECT g.account_id, g.id, 'OFFER', g.state, g.title, g.description, g.service_id, g.project_id,
      g.budget_kopecks, g.workman_id, g.tags, g.created_by, g.created_at, g.pay_type, g.start_at,
      g.finish_at,
      g.published_at, g.finished_at, c.id, g.visibility, true, g.reject_reason, g.reject_comment,
        g.cancel_reason, g.cancel_comment
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(account_id integer, id bigint,
      state text, title text, description text, service_id integer, project_id integer,
      budget_kopecks bigint,
      workman_id integer, tags text[], created_by integer, created_at timestamptz, pay_type text,
        start_at timestamptz, finish_at timestamptz, published_at timestamptz,
        finished_at timestamptz,
      city text, visibility text, reject_reason text, reject_comment text, cancel_reason text,
        cancel_comment text)
    LEFT JOIN cities c ON c.title = g.city`.execute(trx);
}

async function addOffers(trx: Trx, offers: readonly OfferSeed[], now: Date): Promise<void> {
  const rows = offers.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }));
  // An offer not started within three days is withdrawn.
  const yesterday = new Date(now.getTime() - 20 * 60 * MINUTE_MS);
  await sql`
    INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, message,
      decline_reason, reject_reason, created_at, accepted_at, started_at, finished_at,
      result_accepted_at, ended_at)
    SELECT g."accountId", g."jobId", g."workmanId", g.state, g."amountKopecks", g.message,
      CASE g.state
      WHEN 'DECLINED' THEN 'ANOTHER_CHOSEN'
      WHEN 'CANCELED' THEN 'TERM' END,
      CASE g.state WHEN 'REJECTED' THEN 'CONTACTS' END, g."createdAt",
      CASE
        WHEN g.state = 'ACCEPTED' THEN greatest(g."createdAt" + interval '6 hours', ${yesterday})
        WHEN g.state IN ('INPROGRESS', 'COMPLETED', 'ARBITRATION',
          'FINISHED') THEN g."createdAt" + interval '6 hours' END,
      CASE
        WHEN g.state IN ('INPROGRESS', 'COMPLETED', 'ARBITRATION',
          'FINISHED') THEN g."createdAt" + interval '1 day' END,
      CASE
        WHEN g.state IN ('COMPLETED', 'ARBITRATION',
          'FINISHED') THEN g."createdAt" + interval '5 days' END,
          CASE
        WHEN g.state = 'FINISHED' THEN g."createdAt" + interval '6 days' END,
      CASE
        WHEN g.state IN ('DECLINED', 'CANCELED', 'REJECTED',
          'ARCHIVED') THEN least(g."createdAt" + interval '6 hours', ${now}) END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g("accountId" integer,
      "jobId" bigint, "workmanId" integer, state text, "amountKopecks" bigint, message text,
      "createdAt" timestamptz)`.execute(trx);
}

interface InviteSeed {
  readonly accountId: number;
  readonly jobId: number;
  readonly workmanId: number;
  readonly state: JobInviteState;
  readonly daysAgo: number;
}

async function addInvites(trx: Trx, now: Date, invites: readonly InviteSeed[]): Promise<void> {
  for (const { accountId, jobId, workmanId, state, daysAgo } of invites) {
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
    await sql`
      INSERT INTO job_invites (account_id, job_id, phone, first_name, workman_id, state, message,
        decline_reason, created_at, expires_at, answered_at)
      SELECT ${accountId}, ${jobId}, p.phone, w.first_name, w.id, ${state},
        'Будем рады поработать с вами снова', ${state === "DECLINED" ? "BUSY" : null}, ${createdAt},
        ${new Date(createdAt.getTime() + 7 * DAY_MS)},
          ${state === "SENT" || state === "VIEWED" ? null : new Date(createdAt.getTime() + 3 * 60 * MINUTE_MS)}
      FROM workmen w JOIN people p ON p.id = w.person_id WHERE w.id = ${workmanId}`.execute(trx);
  }
}
