import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { post } from "#server/money/ledger/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await charge(1, "2026-03-31T20:59:00Z", 1);
  await charge(2, "2026-03-31T21:01:00Z", 1);
  await charge(3, "2026-04-10T09:00:00Z", 2);
  // The second charge's commission is refunded.
  await charge(4, "2026-04-12T09:00:00Z", 1, -1n);
  await charge(5, "2026-05-12T09:00:00Z", 1, -1n);
});
afterAll(() => demo.close());

/** A commission of 300 ₽ incl. 54.10 ₽ VAT, or its refund. */
async function charge(id: number, at: string, accountId: number, sign = 1n): Promise<void> {
  await inTransaction(demo.db.kysely, (trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id },
      accountId,
      at: new Date(at),
      businessDate: at.slice(0, 10),
      lines: [
        { code: "CUST_AVAIL", accountId, amountKopecks: sign * 30_000n },
        { code: "REV_COMM", accountId, amountKopecks: -sign * 24_590n },
        { code: "VAT_BUDGET", accountId, amountKopecks: -sign * 5_410n },
      ],
    }),
  );
}

async function actsAt(at: string, phone: string = CAST.accountant) {
  demo.clock.set(new Date(at));
  await demo.runTasksUntilIdle();
  const headers = await demo.signIn(phone);
  return (await demo.http.inject({ method: "GET", url: "/client-api/act/list", headers })).json<{
    items: Record<string, unknown>[];
    meta: { total: number };
  }>();
}

test("the platform's act of a month has the commission of its Moscow days with the VAT inside, once", async () => {
  expect((await actsAt("2026-04-01T12:00:00Z")).items).toEqual([]);
  const made = await actsAt("2026-04-02T12:00:00Z");
  expect(made.items).toMatchObject([
    {
      number: "2026-03/1",
      date: "2026-03-31",
      periodStart: "2026-03-01",
      periodEnd: "2026-03-31",
      amount: 300,
      vat: 54.1,
      state: { id: "SIGNED" },
      type: { id: "PLATFORM_ACT" },
    },
  ]);
  expect((await actsAt("2026-04-20T12:00:00Z")).meta.total).toBe(1);
});

test("a month whose commission was given back has no act; another company's act is its own", async () => {
  expect((await actsAt("2026-05-03T12:00:00Z")).meta.total).toBe(1);
  expect((await actsAt("2026-05-03T12:05:00Z", CAST.otherOwner)).items).toMatchObject([
    { number: "2026-04/2", amount: 300 },
  ]);
});

test("it is downloaded as a document, by the company's readers alone, and the journal knows of it", async () => {
  const [act] = (await actsAt("2026-05-03T12:10:00Z")).items;
  const file = async (phone: string) =>
    demo.http.inject({
      method: "GET",
      url: `/open-api/v1/job-documents/${String(act?.["documentID"])}/file`,
      headers: await demo.signIn(phone),
    });
  const paper = await file(CAST.accountant);
  expect(paper.statusCode).toBe(200);
  const text = textOfPdf(paper.rawPayload).replaceAll(" ", "");
  for (const words of [
    "Акт платформы № 2026-03/1 от 31.03.2026",
    "01.03.2026 – 31.03.2026",
    "300,00 ₽ (Триста рублей 00 копеек), в том числе НДС 54,10 ₽",
    "«Северный склад»",
    "«Самозанятые»",
  ])
    expect(text).toContain(words.replaceAll(" ", ""));
  for (const stranger of [CAST.otherOwner, CAST.workman])
    expect((await file(stranger)).statusCode).toBe(404);
  const log = await demo.http.inject({
    method: "GET",
    url: "/open-api/v1/account/log?events=act.created",
    headers: await demo.signIn(CAST.owner),
  });
  expect(log.json<{ items: unknown[] }>().items).toMatchObject([
    { title: "Создан акт", object: { title: "Акт платформы № 2026-03/1" } },
  ]);
});

test("it is an УПД too: invoice and act of one sum, with the VAT of the commission and its rate; no other document is", async () => {
  const { items } = await actsAt("2026-05-03T12:10:00Z");
  const act = items.find(({ number }) => number === "2026-03/1");
  const upd = async (phone: string = CAST.accountant) =>
    demo.http.inject({
      method: "GET",
      url: `/open-api/v1/job-documents/${String(act?.["documentID"])}/upd`,
      headers: await demo.signIn(phone),
    });
  const paper = await upd();
  expect(paper.statusCode).toBe(200);
  const text = textOfPdf(paper.rawPayload).replaceAll(" ", "").replaceAll("\u00A0", "");
  for (const words of [
    "Статус: 1",
    "№ 2026-03/1 от 31.03.2026",
    "Покупатель (6): Общество с ограниченной ответственностью «Северный склад»",
    "245,90",
    "54,10",
    "300,00",
    "22%",
  ])
    expect(text).toContain(words.replaceAll(" ", ""));
  expect((await upd(CAST.otherOwner)).statusCode).toBe(404);
  expect((await upd(CAST.recruiter)).statusCode).toBe(403);
});

test("what a month has given back beyond its own commission is a correcting act, with a correcting УПД", async () => {
  const { items, meta } = await actsAt("2026-06-03T12:00:00Z");
  expect(meta.total).toBe(2);
  expect(items[0]).toMatchObject({
    number: "2026-05/1-К2026-05",
    date: "2026-05-31",
    amount: -300,
    vat: -54.1,
    type: { id: "ACT_CORRECTION", title: "Корректировочный акт" },
  });
  const headers = await demo.signIn(CAST.accountant);
  for (const [paper, words] of [
    ["file", "уменьшена на 300,00 ₽ (Триста рублей 00 копеек), в том числе НДС 54,10 ₽"],
    ["upd", "Универсальный корректировочный документ"],
  ] as const) {
    const url = `/open-api/v1/job-documents/${String(items[0]?.["documentID"])}/${paper}`;
    const answer = await demo.http.inject({ method: "GET", url, headers });
    expect(answer.statusCode).toBe(200);
    expect(textOfPdf(answer.rawPayload).replaceAll(/[ \u00A0]/g, "")).toContain(
      words.replaceAll(" ", ""),
    );
  }
});

test("acts of a customer that cannot be made wait alone: months of the others close, and his later in their order", async () => {
  await charge(6, "2026-06-10T09:00:00Z", 1);
  await charge(7, "2026-06-10T09:00:00Z", 2);
  await charge(8, "2026-07-10T09:00:00Z", 1);
  await charge(9, "2026-07-10T09:00:00Z", 2);
  const db = demo.db.kysely;
  await sql`
    INSERT INTO set_aside_items (task, item, tries, due_at, problem, first_at)
    VALUES ('job-documents.platform-acts', '2026-06-01-1', 1, '2026-09-01', 'сбой', '2026-07-02')`.execute(
    db,
  );
  const numbers = async (at: string, phone: string) =>
    (await actsAt(at, phone)).items.map(({ number }) => number).slice(0, 2);
  expect(await numbers("2026-08-03T12:00:00Z", CAST.otherOwner)).toEqual([
    "2026-07/2",
    "2026-06/2",
  ]);
  expect((await numbers("2026-08-03T12:05:00Z", CAST.accountant))[0]).toBe("2026-05/1-К2026-05");
  expect(await numbers("2026-09-02T12:00:00Z", CAST.accountant)).toEqual([
    "2026-07/1",
    "2026-06/1",
  ]);
});
