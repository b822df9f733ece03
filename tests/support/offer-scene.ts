import { sql } from "kysely";
import { seedReference } from "#server/seed/seed-reference.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { buildTestApp, type TestApp, type TestAppOptions } from "#tests/support/build-app.ts";
import { aJob, type TestJob } from "#tests/support/factories/a-job.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

/** Offer or error. */
interface OfferAnswer {
  readonly status: number;
  readonly body: JobOffer & {
    message: string;
    code: string;
    items: JobOffer[];
    errors?: Record<string, string[]>;
  };
}

export interface OfferScene {
  readonly product: TestApp;
  /** With 1 000 000,00 and 3 % commission. */
  readonly account: number;
  readonly owner: string;
  readonly workman: TestWorkman;
  /** `/job-offer/…`. */
  call(
    phone: string | null,
    method: "GET" | "POST",
    path: string,
    input?: Record<string, unknown>,
  ): Promise<OfferAnswer>;
  job(over?: TestJob): Promise<number>;
  /** By the product's calls, as far as asked. */
  offer(
    upTo: "CREATED" | "ACCEPTED" | "INPROGRESS" | "COMPLETED",
    over?: { job?: TestJob; workman?: TestWorkman; rubles?: number; isActRequired?: boolean },
  ): Promise<{ id: number; jobId: number }>;
  state(
    offerId: number,
  ): Promise<{ offer: string; job: string; payout: string | null; workmanId: number | null }>;
}

export const OPENING_KOPECKS = 100_000_000n;

export async function buildOfferScene(options?: TestAppOptions): Promise<OfferScene> {
  const product = await buildTestApp(options);
  const db = product.database.kysely;
  await db.transaction().execute(seedReference);
  const account = await anAccount(db, { kopecks: OPENING_KOPECKS });
  const owner = (await aPersonWithRole(db, account, "OWNER")).phone;
  const workman = await aWorkman(db);
  const tokens = new Map<string, { readonly authorization: string; readonly at: number }>();
  // The clock moves by days; tokens live for minutes.
  const tokenOf = async (phone: string) => {
    const known = tokens.get(phone);
    const at = product.clock.now().getTime();
    if (known && at - known.at < 300_000) return known;
    const fresh = { ...(await product.signIn(phone)), at };
    tokens.set(phone, fresh);
    return fresh;
  };

  const call: OfferScene["call"] = async (phone, method, path, input = {}) => {
    const headers = phone === null ? {} : { authorization: (await tokenOf(phone)).authorization };
    const search =
      method === "GET"
        ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`
        : "";
    const answer = await product.http.inject({
      method,
      url: `/client-api${path}${search}`,
      headers,
      ...(method === "POST" ? { payload: input } : {}),
    });
    return { status: answer.statusCode, body: answer.json() as OfferAnswer["body"] };
  };
  const must = async (phone: string, path: string, input: Record<string, unknown>) => {
    const answer = await call(phone, "POST", path, input);
    if (answer.status !== 200)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const job: OfferScene["job"] = (over = {}) =>
    aJob(db, account, { payType: "NEGOTIABLE", ...over });
  return {
    product,
    account,
    owner,
    workman,
    call,
    job,
    async offer(upTo, over = {}) {
      const jobId = await job(over.job);
      if (over.isActRequired === false)
        await sql`UPDATE jobs SET is_act_required = false WHERE id = ${jobId}`.execute(db);
      const { phone } = over.workman ?? workman;
      const { id } = await must(phone, "/job-offer/create", {
        jobID: jobId,
        amount: over.rubles ?? 10_000,
      });
      const steps = [
        ["CREATED", null, ""],
        ["ACCEPTED", owner, "accept"],
        ["INPROGRESS", phone, "start"],
        ["COMPLETED", phone, "finish"],
      ] as const;
      for (const [state, by, verb] of steps) {
        if (by !== null) await must(by, `/job-offer/${verb}`, { jobOfferID: id });
        if (state === upTo) break;
      }
      return { id, jobId };
    },
    async state(offerId) {
      const { rows } = await sql<{
        offer: string;
        job: string;
        payout: string | null;
        workmanId: number | null;
      }>`
        SELECT o.state AS offer, j.state AS job, j.workman_id AS "workmanId", p.state AS payout
        FROM job_offers o
        JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
        LEFT JOIN payouts p ON p.account_id = o.account_id AND p.id = o.payout_id
        WHERE o.id = ${offerId}`.execute(db);
      return rows[0] as Awaited<ReturnType<OfferScene["state"]>>;
    },
  };
}
