import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiptLink } from "#contract/receipts/receipt-link.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { qrOfPdf, qrOfSvg } from "#tests/support/read-qr.ts";

const SITE = "http://localhost:3000";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await addDemoRecords(demo);
});
afterAll(() => demo.close());

const open = (link: string) => demo.http.inject({ url: link.replace(SITE, "") });

test("outside of the sandbox a receipt is read at the tax service", () => {
  expect(receiptLink("500100732259", "20abc", null)).toBe(
    "https://lknpd.nalog.ru/api/v1/receipt/500100732259/20abc/print",
  );
});

describe("«Чек» in the sandbox", () => {
  async function aReceipt(): Promise<{ link: string; id: string }> {
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM registries WHERE account_id = 1 AND number = 9002`.execute(
      demo.database.kysely,
    );
    const { body } = await demo.call(
      CAST.accountant,
      "GET",
      `/open-api/v1/payroll-registries/${rows[0]?.id}/items`,
    );
    const [item] = body.items as unknown as { receipt: { link: string } }[];
    const link = item?.receipt.link ?? "";
    return { link, id: link.split("/").at(-2) ?? "" };
  }

  test("opens the sandbox's receipt with its requisites and a QR of its own address", async () => {
    const { link, id } = await aReceipt();
    expect(link).toMatch(/^http:\/\/localhost:3000\/sandbox\/receipt\/\d{12}\/\w+\/print$/);
    const page = await open(link);
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    const text = page.body.replaceAll("\u00A0", " ");
    for (const words of [
      `Чек № ${id}`,
      "Дата и время расчёта",
      "ИНН продавца",
      "Налог на профессиональный доход",
      "Услуга",
      "Итого",
      " ₽",
      "ИНН покупателя",
      "Чек сформировал",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Имя не указано");
    expect(qrOfSvg(page.body)).toBe(link);
  });

  test("says that a receipt is annulled", async () => {
    const { link, id } = await aReceipt();
    await sql`
      UPDATE sandbox.tax_incomes
      SET canceled_at = ${demo.clock.now()}, canceled_by = 'WORKMAN'
      WHERE receipt_id = ${id}`.execute(demo.database.kysely);
    expect((await open(link)).body).toContain("Чек аннулирован");
  });

  test("does not invent one", async () => {
    const { link } = await aReceipt();
    const unknown = await open(link.replace(/\w+\/print$/, "nothing/print"));
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain("Чек не найден");
  });
});

describe("the QR of an act", () => {
  async function anAct(): Promise<{ id: number; sha256: string; proof: string }> {
    const { body } = await demo.call(CAST.accountant, "GET", "/open-api/v1/job-documents");
    const act = (
      body.items as unknown as {
        id: number;
        type: { id: string };
        signedByRecipientAt: string | null;
        sha256: string;
      }[]
    ).find(({ type, signedByRecipientAt }) => type.id === "ACT" && signedByRecipientAt !== null);
    const file = await demo.call(
      CAST.accountant,
      "GET",
      `/open-api/v1/job-documents/${act?.id}/file`,
    );
    return { id: act?.id ?? 0, sha256: act?.sha256 ?? "", proof: qrOfPdf(file.raw) ?? "" };
  }

  test("leads to the page that proves it, which names nobody", async () => {
    const { id, sha256, proof } = await anAct();
    expect(proof).toBe(`${SITE}/documents/check/${id}/${sha256}`);
    const page = await open(proof);
    expect(page.statusCode).toBe(200);
    for (const words of [
      "Документ сформирован на платформе",
      "Акт № ",
      "Подпись исполнителя",
      "Есть, ",
      sha256,
    ])
      expect(page.body).toContain(words);
    const { rows } = await sql<{
      last_name: string;
      inn: string;
      company: string;
      company_inn: string;
    }>`
      SELECT w.last_name, w.inn, a.short_name AS company, a.inn AS company_inn
      FROM job_documents d
      JOIN workmen w ON w.id = d.workman_id
      JOIN accounts a ON a.id = d.account_id
      WHERE d.id = ${id}`.execute(demo.database.kysely);
    for (const secret of Object.values(rows[0] ?? {})) expect(page.body).not.toContain(secret);
  });

  test("proves nothing with another fingerprint, and an absent document looks the same", async () => {
    const { id, sha256 } = await anAct();
    const wrong = await open(`/documents/check/${id}/${"0".repeat(64)}`);
    const absent = await open(`/documents/check/999999999/${sha256}`);
    expect([wrong.statusCode, absent.statusCode]).toEqual([404, 404]);
    expect(wrong.body).toBe(absent.body);
    expect(wrong.body).toContain("Документ не подтверждён");
  });

  test("may be typed instead: number and fingerprint lead to the same page, anything else proves nothing", async () => {
    const { id, sha256 } = await anAct();
    const { rows } = await sql<{
      number: string;
    }>`SELECT number FROM job_documents WHERE id = ${id}`.execute(demo.database.kysely);
    const number = rows[0]?.number ?? "";
    await sql`
      INSERT INTO document_signatures (account_id, document_id, side, method, document_title,
        sha256, signer_person_id, signer_name, phone_masked, signed_at, text_shown,
        agreement_version)
      SELECT account_id, id, 'workman', 'TIME', 'Акт', ${sha256}, 1, 'Иванов', '+7 *** 01', now(),
        '', '1'
      FROM job_documents
      WHERE id = ${id}
      ON CONFLICT DO NOTHING`.execute(demo.database.kysely);
    expect((await open("/documents/check")).body).toContain("SHA-256 содержания");
    const typed = await open(
      `/documents/check?${new URLSearchParams({ number: `№ ${number} `, sha256: `${sha256.slice(0, 32).toUpperCase()} ${sha256.slice(32)}` })}`,
    );
    expect([typed.statusCode, typed.headers.location]).toEqual([
      303,
      `/documents/check/${id}/${sha256}`,
    ]);
    for (const wrong of [
      { number: `${number}1`, sha256 },
      { number, sha256: "0".repeat(64) },
      { number, sha256: "" },
      { number: "\0", sha256: "'; --" },
    ]) {
      const page = await open(`/documents/check?${new URLSearchParams(wrong)}`);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain("Подписи с таким номером документа и отпечатком нет");
    }
    expect((await open("/documents/check?number=1&number=2&sha256=1")).statusCode).toBe(404);
  });
});
