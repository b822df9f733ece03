import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Posting } from "#contract/ledger/posting.ts";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let product: DemoApp;
let paidWorker: string;
beforeAll(async () => {
  product = await buildDemoApp();
  await addDemoRecords(product);
  const { rows } = await sql<{ phone: string }>`
    SELECT p.phone
    FROM payouts y
    JOIN job_documents d ON d.account_id = y.account_id AND d.payout_id = y.id AND d.type = 'ACT'
    JOIN workmen w ON w.id = d.workman_id JOIN people p ON p.id = w.person_id ORDER BY y.id LIMIT 1`.execute(
    product.database.kysely,
  );
  paidWorker = rows[0]?.phone ?? "";
});
afterAll(() => product.close());

async function operationsOf(phone: string): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const { status, body } = await product.call(
      phone,
      "GET",
      `/client-api/transaction/list?perPage=100&page=${page}`,
    );
    expect(status).toBe(200);
    found.push(...(body.items as unknown as Transaction[]));
    lastPage = (body["meta"] as { lastPage: number }).lastPage;
  }
  return found;
}

const postingsOf = async (phone: string, id: number) => {
  const { status, body } = await product.call(
    phone,
    "GET",
    `/client-api/transaction/${id}/postings`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as unknown as Posting[];
};

/** Net movement of an account. */
function movedOn(account: string, postings: readonly Posting[]): number {
  const kopecks = postings.map(
    ({ debit, credit, amount }) =>
      (Number(credit.id === account) - Number(debit.id === account)) * Math.round(amount * 100),
  );
  return kopecks.reduce((sum, one) => sum + one, 0) / 100;
}

test.each([
  ["a customer", CAST.owner, ["CUST_AVAIL", "CUST_RES"]],
  ["another customer", CAST.otherOwner, ["CUST_AVAIL", "CUST_RES"]],
  ["a worker", null, ["WORK_ACCRUED", "WORK_AVAIL"]],
])(
  "the postings of every operation of %s move just its amount on his own account, and nothing that is not his",
  async (_who, person, accounts) => {
    const phone = person ?? paidWorker;
    const operations = await operationsOf(phone);
    expect(operations.length).toBeGreaterThan(1);
    // Some of each kind and the whole first page: a batch has hundreds alike.
    const looked = operations.filter(
      ({ type }, index) =>
        index < 100 || operations.findIndex((one) => one.type.id === type.id) === index,
    );
    for (const { id, type, amount } of looked) {
      const postings = await postingsOf(phone, id);
      const moved = accounts.map((account) => movedOn(account, postings));
      expect(moved, `${type.id} ${id}`).toContain(amount);
      for (const { debit, credit } of postings)
        expect(
          accounts.some((account) => account === debit.id || account === credit.id),
          `${type.id}: ${debit.id} → ${credit.id}`,
        ).toBe(true);
    }
  },
);

test("a payment of a job and the commission on top are told apart", async () => {
  const operations = await operationsOf(CAST.owner);
  const commission = operations.find(({ type }) => type.id === "COMMISSION") as Transaction;
  const payment = operations.find(({ id }) => id === commission.id - 1) as Transaction;
  expect(payment.type.id).toBe("JOB_PAYMENT");
  expect((await postingsOf(CAST.owner, payment.id)).map(({ credit }) => credit.id)).toEqual([
    "WORK_ACCRUED",
  ]);
  expect(
    (await postingsOf(CAST.owner, commission.id)).map(({ credit }) => credit.id),
  ).not.toContain("WORK_ACCRUED");
});

test("an operation of another company, of another worker, or of nobody is the same 404; a role without the list has no postings", async () => {
  const [own] = await operationsOf(CAST.owner);
  const [workers] = await operationsOf(paidWorker);
  const answers = await Promise.all(
    [
      [CAST.otherOwner, own?.id],
      [paidWorker, own?.id],
      [CAST.owner, workers?.id],
      [CAST.owner, 16_384 * 9_000_000],
      [CAST.owner, (own?.id ?? 0) + 4_000],
    ].map(([phone, id]) =>
      product.call(String(phone), "GET", `/client-api/transaction/${id}/postings`),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body["message"])).size).toBe(1);
  expect(
    (await product.call(CAST.viewer, "GET", `/client-api/transaction/${own?.id}/postings`)).status,
  ).toBe((await product.call(CAST.viewer, "GET", "/client-api/transaction/list")).status);
});
