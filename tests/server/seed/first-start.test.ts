import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayoutWeeks } from "#contract/payouts/payout-weeks.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { seedDemoRegistries } from "#server/seed/seed-demo-registries.ts";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await seedDemoRegistries(demo, demo.app);
});
afterAll(() => demo.close());

/** Phones of a README table: «+7 900 000-00-01» and «…-00-02». */
function phonesOfReadme(file: string, heading: string): string[] {
  const [, rest = ""] = readFileSync(file, "utf8").split(`## ${heading}\n`);
  const [table = ""] = rest.split("\n## ");
  const rows = table
    .split("\n")
    .filter((line) => /^\| (\+7|…)/.test(line))
    .map((line) => line.split("|")[1] ?? "");
  return rows
    .flatMap((cell) => [...cell.matchAll(/(\d\d)-(\d\d)(?!-)/g)])
    .map(([, group, number]) => `79000000${Number(group)}${number}`)
    .map((phone) => phone.slice(0, 8) + phone.slice(8).padStart(3, "0"));
}

test("the past it was given leaves no session open", async () => {
  const { rows } = await sql`
      SELECT 1 FROM sessions s
      JOIN people p ON p.id = s.person_id
      WHERE p.phone = '79000000003' AND s.ended_at IS NULL`.execute(demo.database.kysely);
  expect(rows).toEqual([]);
});

test("registries and payouts stand in every state that lasts longer than a task of the product", async () => {
  const { rows: registries } = await sql<{ states: string[] }>`
    SELECT array_agg(DISTINCT state ORDER BY state) AS states
    FROM registries
    WHERE kind = 'payroll'`.execute(demo.database.kysely);
  expect(registries[0]?.states).toEqual([
    "APPROVAL",
    "CANCELED",
    "EXECUTED",
    "EXECUTING",
    "INVALID",
    "PARTIALLY_EXECUTED",
    "PARTIALLY_READY",
    "READY",
    "SCHEDULED",
  ]);
  const { rows: payouts } = await sql<{ states: string[] }>`
    SELECT array_agg(DISTINCT state ORDER BY state) AS states FROM payouts`.execute(
    demo.database.kysely,
  );
  expect(payouts[0]?.states).toEqual([
    "ACT_PENDING",
    "BANK_HELD",
    "CANCELED",
    "FAILED",
    "PAID",
    "RECEIPT_FAILED",
    "RETURNED",
    "SENT",
  ]);
});

test("money of the first company went to two projects, and to none", async () => {
  const { body } = await demo.call(CAST.owner, "GET", "/open-api/v1/payouts/by-week");
  const projects = body["projects"] as PayoutWeeks["projects"];
  expect(projects.map(({ project }) => project?.title ?? null)).toEqual([
    "Маркетинг",
    "Склад Подольск",
    null,
  ]);
});

test("registries of every kind have one that was applied and one that waits to be corrected", async () => {
  const { rows } = await sql<{
    kind: string;
    states: string[];
  }>`
    SELECT kind, array_agg(DISTINCT state ORDER BY state) AS states
    FROM registries
    WHERE account_id = 1 AND kind <> 'payroll'
    GROUP BY kind`.execute(demo.database.kysely);
  expect(Object.fromEntries(rows.map(({ kind, states }) => [kind, states]))).toEqual({
    job: ["EXECUTED", "PARTIALLY_READY"],
    workman: ["EXECUTED", "PARTIALLY_READY"],
    "workman-registration": ["EXECUTED", "PARTIALLY_READY"],
  });
});

test("templates of documents have one in force, one before it and one with a mistake; a change of payouts waits to be corrected", async () => {
  const templates =
    (
      await demo.call(
        CAST.owner,
        "GET",
        "/open-api/v1/account-document-templates?sortBy=createdAt&sortDirection=asc",
      )
    ).body.items ?? [];
  expect(
    templates.map(({ title, version, state, problems }) => [
      title,
      version,
      (state as { id: string }).id,
      (problems as string[]).length > 0,
    ]),
  ).toEqual([
    ["Договор оказания услуг", 1, "ARCHIVED", false],
    ["Договор оказания услуг", 2, "ACTIVE", false],
    ["Соглашение о конфиденциальности", 1, "REJECTED", true],
  ]);
  const imports =
    (await demo.call(CAST.owner, "GET", "/client-api/mass-arbitrate/import")).body.items ?? [];
  expect(imports).toMatchObject([{ state: { id: "PARTIALLY_READY" } }]);
  const { rows } = await sql<{
    ready: number;
    errors: number;
  }>`
    SELECT ready_count AS ready, error_count AS errors FROM mass_arbitrate_imports`.execute(
    demo.database.kysely,
  );
  expect(rows).toEqual([{ ready: 1, errors: 1 }]);
});

test("after a fresh start everybody of the README's table signs in at once, the first payment's person first", async () => {
  const phones = phonesOfReadme("README.md", "Who signs in");
  expect(phonesOfReadme("README.ru.md", "Кем войти")).toEqual(phones);
  expect(phones).toEqual(
    expect.arrayContaining(["79000000001", "79000000003", "79000000013", "79000000101"]),
  );
  const refused: string[] = [];
  for (const [index, phone] of phones.entries()) {
    // One address gets twenty codes an hour, so each has its own.
    const from = { "x-forwarded-for": `198.51.100.${index + 1}` };
    const asked = await demo.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/send-otp",
      remoteAddress: `10.1.0.${index + 1}`,
      headers: from,
      payload: { phoneNumber: phone, exists: true },
    });
    if (asked.statusCode !== 200) refused.push(`${phone}: ${asked.body}`);
    else {
      const answer = await demo.http.inject({
        method: "POST",
        url: "/open-api/v1/auth/login",
        remoteAddress: `10.1.0.${index + 1}`,
        headers: from,
        payload: { phoneNumber: phone, code: await codeOn(demo, phone) },
      });
      if (answer.statusCode !== 200) refused.push(`${phone}: ${answer.statusCode}`);
    }
  }
  expect(refused).toEqual([]);
});

test("a worker's notice of a payroll's payment leads to where he reads of it", async () => {
  const items =
    (await demo.call(CAST.workman, "GET", "/client-api/notification/list?perPage=100")).body
      .items ?? [];
  const views = items
    .filter((one) => String(one["type"]).endsWith("JobPayoutSent"))
    .map(
      (one) => viewNotice({ type: String(one["type"]), resource: one["resource"] as object }).to,
    );
  expect(views.length).toBeGreaterThan(0);
  for (const to of views)
    expect(to).toMatch(/^\/profile\/workman\/income\?(open=\d+|filters\[0\]\[field\]=registryID&)/);
});
