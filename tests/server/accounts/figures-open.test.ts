import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { JOB_STAGES, type JobStage } from "#contract/jobs/job-states.ts";
import type { JobCard, JobCounts } from "#contract/jobs/job.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { openFigures, totalOf, type Read } from "#tests/support/opened-figures.ts";

let product: DemoApp;

beforeAll(async () => {
  product = await buildDemoApp();
});
afterAll(async () => product.close());

function readAs(who: keyof typeof CAST): Read {
  return async <Answer>(url: string) => {
    const { status, body } = await product.call(CAST[who], "GET", url);
    expect(status, `${url} ${JSON.stringify(body)}`).toBe(200);
    return body as Answer;
  };
}

test.each(["owner", "financeManager", "projectManager", "recruiter", "viewer"] as const)(
  "each figure of the summary of the %s is the total of the list it opens",
  async (who) => {
    const { said, opened } = await openFigures(readAs(who), moscowDate(product.clock.now()));
    expect(opened).toEqual(said);
  },
);

test("each tab of a company's jobs counts the jobs it opens, as does the card of new offers", async () => {
  const read = readAs("owner");
  const counts = await read<JobCounts>("/client-api/job/counts");
  expect(counts).toMatchObject(await stagesOf(read, "/client-api/job/created-list"));
  const { attention } = await read<AccountSummary>("/open-api/v1/account/summary");
  const waiting = attention.find(({ kind }) => kind.id === "OFFER_WAITING")?.count;
  expect(waiting).toBeGreaterThan(0);
  expect(counts.withOffers).toBe(waiting);
  expect(await totalOf(read, "/client-api/job/has-offer-list")).toBe(waiting);
});

test("each tab of a worker's jobs counts the jobs it opens", async () => {
  const read = readAs("workman");
  const counts = await read<JobCounts>("/client-api/job/counts");
  expect(counts).toMatchObject({
    ...(await stagesOf(read, "/client-api/job/has-accepted-offer-list")),
    invites: await totalOf(read, "/client-api/job/get-invite-list"),
    offers: await totalOf(read, "/client-api/job/has-offer-list"),
  });
  expect(counts.offers).toBeGreaterThan(0);
});

test("offers and invites of a job are as many as its tabs list, and new ones as many as wait", async () => {
  const read = readAs("owner");
  const jobs = await read<{ items: JobCard[] }>("/client-api/job/created-list?perPage=100");
  const asked = jobs.items.filter(({ offersCount }) => offersCount > 0);
  expect(asked.length).toBeGreaterThan(5);
  for (const { id, offersCount, newOffersCount, invitesCount } of asked) {
    const offers = (filters = {}) =>
      totalOf(read, "/client-api/job-offer/list", { jobID: id, ...filters });
    const invites = totalOf(read, "/client-api/job-invite/list", { "filters[jobID]": id });
    expect([id, await offers(), await offers({ states: "CREATED" }), await invites]).toEqual([
      id,
      offersCount,
      newOffersCount,
      invitesCount,
    ]);
  }
});

async function stagesOf(read: Read, call: string): Promise<Partial<JobCounts>> {
  const totals = await Promise.all(
    (Object.keys(JOB_STAGES) as JobStage[]).map(async (stage) => [
      stage === "in-progress" ? "inProgress" : stage,
      await totalOf(read, call, { states: JOB_STAGES[stage] }),
    ]),
  );
  return Object.fromEntries(totals) as Partial<JobCounts>;
}
