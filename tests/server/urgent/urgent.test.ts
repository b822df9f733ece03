import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount } from "#tests/support/factories/an-account.ts";

let product: TestApp;
let account: number;
let workman: TestWorkman;
let mine: { authorization: string };
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db(), { kopecks: 100_000_000n });
  workman = await aWorkman(db());
  mine = await product.signIn(workman.phone);
});
afterAll(() => product.close());

const urgent = async (headers = mine) => {
  const url = "/open-api/v1/workman/urgent";
  const answer = await product.http.inject({ method: "GET", url, headers });
  return answer.json<{ items: { kind: { id: string }; text: string; to: string }[] }>().items;
};

test("nothing is urgent for whoever has nothing to do", async () => {
  expect(await urgent()).toEqual([]);
});

test("what waits for the workman is told in its order, and leads to the thing itself", async () => {
  const today = moscowDate(product.clock.now());
  const [chosen, paid, invited] = [
    await aJob(db(), account, { title: "Разгрузка" }),
    await aJob(db(), account, { title: "Погрузка" }),
    await aJob(db(), account, { title: "Уборка" }),
  ];
  await anOffer(db(), account, chosen, workman.id, "ACCEPTED");
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
      commission_kopecks, vat_kopecks, kind, failure_reason, due_at, created_at,
      tax_reserved_kopecks)
    VALUES (${account}, 'RETURNED', 1, ${paid}, ${workman.id}, 700000, 21000, 0, 'CARD',
      'CARD_BLOCKED', now(), now(), 40000)
    RETURNING id`.execute(db());
  await sql`
    INSERT INTO job_invites (account_id, job_id, phone, workman_id, state, created_at, expires_at)
    VALUES (${account}, ${invited}, ${workman.phone}, ${workman.id}, 'SENT', now(),
      ${new Date(product.clock.now().getTime() + 86_400_000)})`.execute(db());
  await sql`
    INSERT INTO workman_documents (workman_id, type, state, expire_date)
    VALUES (${workman.id}, 'patent', 'EXPIRING', ${addDays(today, 3)}),
      (${workman.id}, 'migration_card', 'EXPIRED', ${addDays(today, -9)}),
      (${workman.id}, 'migration_card', 'CHECKING', ${addDays(today, 300)})`.execute(db());
  await sql`
    INSERT INTO tax_accruals (workman_id, period, tax_kopecks, paid_kopecks, due_date, read_at)
    VALUES (${workman.id}, '202610', 90000, 0, ${addDays(today, 4)}, now()),
      (${workman.id}, '202609', 90000, 90000, ${addDays(today, -20)}, now())`.execute(db());
  const items = await urgent();
  expect(items.map(({ kind, to }) => [kind.id, to])).toEqual([
    ["PAYOUT_FAILED", `/profile/workman/income?open=${rows[0]?.id}`],
    ["CHOSEN", `/jobs/${chosen}`],
    ["PAPER_ENDS", "/profile/workman/documents"],
    ["TAX_DUE", "/profile/workman/taxes"],
    ["INVITED", `/jobs/${invited}`],
  ]);
  expect(items[0]?.text.replaceAll("\u00A0", " ")).toContain("6 600,00 ₽ не дошли");
});

test("nobody else's affairs are in it, and a tax the platform pays is not asked for", async () => {
  const other = await aWorkman(db());
  expect(await urgent(await product.signIn(other.phone))).toEqual([]);
  await sql`UPDATE workmen SET tax_payer = 'PLATFORM' WHERE id = ${workman.id}`.execute(db());
  expect((await urgent()).map(({ kind }) => kind.id)).not.toContain("TAX_DUE");
});
