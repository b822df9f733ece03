import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";

let demo: DemoApp;
let actId: number;
beforeAll(async () => {
  demo = await buildDemoApp();
  const { rows } = await sql<{ id: bigint }>`
    WITH job AS (
      INSERT INTO jobs (account_id, kind, state, title, description, service_id, project_id,
        budget_kopecks, workman_id, work_start, work_end, tags, created_at)
      SELECT a.id, 'PAYROLL', 'FINISHED', 'Комплектация заказов',
        'Комплектация заказов на складе за февраль', (SELECT min(id) FROM services),
        (SELECT id FROM projects WHERE title = 'Склад Химки'),
        1234550, w.id, '2026-02-01', '2026-02-28', '{Срочно}', now()
      FROM accounts a, workmen w
      JOIN people p ON p.id = w.person_id
      WHERE a.short_name LIKE '%Северный%' AND p.phone = ${CAST.workman}
      RETURNING *
    )
    INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, workman_id,
      created_at, signed_at)
    SELECT account_id, 'ACT', 'AUTO_SIGNED', '123', '2026-03-05', id, workman_id,
      '2026-03-05T09:00:00Z', '2026-03-05T09:30:00Z'
    FROM job
    RETURNING id`.execute(demo.database.kysely);
  actId = Number(rows[0]?.id);
});
afterAll(() => demo.close());

const paper = () => `/edoc-api/documents/${actId}/download/document`;

test("the act is a PDF whose Russian text can be found and copied", async () => {
  const file = await demo.call(CAST.workman, "GET", paper());
  expect(file.status).toBe(200);
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(decodeURIComponent(String(file.headers["content-disposition"]))).toContain(
    "Акт № 123 от 05.03.2026.pdf",
  );
  const text = textOfPdf(file.raw);
  for (const words of [
    "Акт № 123 от 05.03.2026",
    "Общество с ограниченной ответственностью «Северный склад»",
    "Смирнов Алексей Дмитриевич",
    "договор № П-2025/0147 от 10.02.2025",
    "Комплектация заказов на складе за февраль",
    "01.02.2026 – 28.02.2026",
    "12 345,50 ₽ (Двенадцать тысяч триста сорок пять рублей 50 копеек)",
    "Подписано простой электронной подписью",
    "Лист подписания",
    "05.03.2026 в 12:30",
  ]) {
    expect(text.replaceAll(" ", "")).toContain(words.replaceAll(" ", ""));
  }
});

test("the paper carries the identity and the hash that the list shows", async () => {
  const info = await demo.call(CAST.accountant, "GET", `/open-api/v1/job-documents/${actId}`);
  expect(info.body).toMatchObject({
    title: "Акт № 123 от 05.03.2026",
    amount: 12345.5,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    project: { title: "Склад Химки" },
    tags: [{ title: "Срочно" }],
  });
  const file = await demo.call(CAST.accountant, "GET", `/open-api/v1/job-documents/${actId}/file`);
  expect(textOfPdf(file.raw).replaceAll(" ", "")).toContain(String(info.body["sha256"]));
});

test("the worker and the customer's readers reach the document, nobody else knows of it", async () => {
  expect((await demo.call(CAST.projectManager, "GET", paper())).status).toBe(200);
  for (const stranger of [CAST.otherOwner, "79000000201"])
    expect((await demo.call(stranger, "GET", paper())).status).toBe(404);
  expect((await demo.call(CAST.recruiter, "GET", paper())).status).toBe(403);
  expect((await demo.call(null, "GET", paper())).status).toBe(401);
  await sql`UPDATE jobs SET project_id = NULL WHERE title = 'Комплектация заказов'`.execute(
    demo.database.kysely,
  );
  expect((await demo.call(CAST.projectManager, "GET", paper())).status).toBe(404);
});

test("both sides list the same document; the worker does not see how the customer sorts it", async () => {
  const mine = (await demo.call(CAST.workman, "GET", "/edoc-api/documents")).body.items ?? [];
  expect(mine).toMatchObject([
    { id: actId, project: null, tags: [], account: { companyDetailsName: "ООО «Северный склад»" } },
  ]);
  const theirs = await demo.call(
    CAST.accountant,
    "GET",
    `/open-api/v1/job-documents?search=${encodeURIComponent("смирнов")}&types=ACT`,
  );
  expect(theirs.body).toMatchObject({ items: [{ id: actId }], meta: { total: 1 } });
  expect(
    (
      await demo.call(
        CAST.accountant,
        "GET",
        "/open-api/v1/job-documents?sortBy=amount&onlyToSign=true",
      )
    ).body.items,
  ).toEqual([]);
});

test("whoever downloads is written into the customer's journal", async () => {
  await demo.call(CAST.workman, "GET", paper());
  const log = await demo.call(
    CAST.owner,
    "GET",
    "/open-api/v1/account/log?events=document.downloaded",
  );
  expect(log.body.items?.[0]).toMatchObject({
    title: "Скачан документ",
    actor: { type: "workman" },
    object: { title: "Акт № 123 от 05.03.2026" },
  });
});
