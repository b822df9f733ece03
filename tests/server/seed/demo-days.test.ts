import { afterEach, beforeEach, expect, test } from "vitest";
import type { Registry } from "#contract/registries/registry.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { Reconciliation } from "#contract/transactions/reconciliation.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { seedDemoRegistries } from "#server/seed/seed-demo-registries.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { countDefaultRows } from "#server/work/partitions.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { CAST } from "#tests/support/demo-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { startOn } from "#tests/support/start-on.ts";

let product: TestApp;
beforeEach(async () => {
  product = await buildTestApp();
});
afterEach(() => product.close());

async function send(method: "GET" | "POST", url: string, payload?: object, headers = {}) {
  const answer = await product.http.inject({
    method,
    url,
    // A session is shorter than the test's hour.
    headers: { ...headers, ...(await product.signIn(CAST.financeManager)) },
    ...(payload ? { payload } : {}),
  });
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
  return answer;
}
const get = async <Answer>(url: string) => (await send("GET", url)).json<Answer>();

/** From the filled template to the bank's word, as the README says. @returns states of its payouts. */
async function firstPayout(): Promise<string[]> {
  const registries = "/open-api/v1/payroll-registries";
  const { items: employees } = await get<{ items: { id: number }[] }>(
    "/open-api/v1/employees?states=ACTIVE&onlyPayable=true",
  );
  const { items: services } = await get<{ items: { id: number }[] }>("/client-api/service/list");
  const today = moscowDate(product.clock.now());
  const ids = employees.slice(0, 2).map(({ id }) => id);
  const template = await send(
    "GET",
    `${registries}/filled-template?accountEmployeeIDs=${ids.join()}&serviceID=${services[0]?.id}&amount=1500&workStart=${addDays(today, -9)}&workEnd=${today}&format=csv`,
  );
  const form = multipartForm({ file: { fileName: "реестр.csv", data: template.rawPayload } });
  const { id } = (await send("POST", registries, form.payload, form.headers)).json<Registry>();
  await product.runTasksUntilIdle();
  const { version } = await get<Registry>(`${registries}/${id}`);
  const terms = { version, mode: "VALID_ONLY" };
  await send("POST", `${registries}/${id}/send-execute-code`, terms);
  const otp = await codeOn(product, CAST.financeManager);
  await send("POST", `${registries}/${id}/execute`, { ...terms, otp });
  for (let round = 0; round < 2; round += 1) {
    product.clock.advance(10 * 60_000);
    await product.runTasksUntilIdle();
  }
  const payouts = await get<{ items: Payout[] }>(`/open-api/v1/payouts?registryID=${id}`);
  return payouts.items.map(({ state }) => state.id);
}

test.each([
  ["a 31st, just before midnight", "2026-12-31T23:50:00+03:00", false],
  // With its months of registries: those of one day are enough, and take the most time.
  ["a 1st of January, just after midnight", "2027-01-01T00:10:00+03:00", true],
  ["a 1st of March, after 28 days", "2027-03-01T12:00:00+03:00", false],
  ["a 29th of February", "2028-02-29T12:00:00+03:00", false],
])("a demonstration made on %s fills, pays, and its figures agree", async (_day, time, isWhole) => {
  const { kysely } = product.database;
  await startOn(product, time);
  await seedDatabase(kysely, "demo", product.clock, makeSecrets(TEST_SECRET));
  if (isWhole) await seedDemoRegistries(product, product.app);
  expect((await countDefaultRows(kysely)).get("postings")).toBe(0);
  expect(await firstPayout()).toEqual(["PAID", "PAID"]);

  const today = moscowDate(product.clock.now());
  const period = `periodStart=${addDays(today, -70)}&periodEnd=${today}`;
  const found = await get<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
  expect(found.difference).toEqual({ available: 0, reserved: 0, total: 0 });
  const { totals } = await get<{ totals: { income: number; expense: number } }>(
    `/client-api/transaction/list?${period}`,
  );
  expect(totals.income - totals.expense).toBeCloseTo(found.movement.total, 2);
  expect(await auditLedger(kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
});
