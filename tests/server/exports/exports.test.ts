import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { unzip } from "#tests/support/unzip.ts";

const API = "/open-api/v1/universal-exports";

let demo: DemoApp;
let folder: string;
let period: { periodStart: string; periodEnd: string };
beforeAll(async () => {
  demo = await buildDemoApp();
  await addDemoRecords(demo);
  folder = await mkdtemp(join(tmpdir(), "exports-"));
  const today = moscowDate(demo.clock.now());
  period = { periodStart: addDays(today, -300), periodEnd: today };
});
afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

type Body = Record<string, unknown>;

async function make(phone: string, body: object, url = API): Promise<Body> {
  const ordered = await demo.call(phone, "POST", url, body);
  expect([ordered.status, ordered.body]).toEqual([
    200,
    expect.objectContaining({ state: { id: "NEW", title: "В очереди" }, percent: 0 }),
  ]);
  await demo.runTasksUntilIdle();
  const list = await demo.call(phone, "GET", `${API}?perPage=1`);
  return list.body.items?.[0] as Body;
}

async function download(phone: string, made: Body): Promise<Buffer> {
  const answer = await demo.call(phone, "GET", `${API}/${String(made["id"])}/file`);
  expect(answer.status).toBe(200);
  return answer.raw;
}

async function rowsOf(bytes: Buffer, sheet: string): Promise<string[][]> {
  const path = join(folder, "table.xlsx");
  await writeFile(path, bytes);
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, sheet))
    rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

async function table(
  phone: string,
  type: string,
  sheet: string,
  more: object = {},
): Promise<{
  header: string[];
  rows: string[][];
  at(row: string[] | undefined, column: string): string;
}> {
  const made = await make(phone, { ...period, types: [type], ...more });
  expect(made).toMatchObject({
    state: { id: "READY" },
    percent: 100,
    permissions: { download: true, retry: false },
  });
  const [header = [], ...rows] = await rowsOf(await download(phone, made), sheet);
  return { header, rows, at: (row, column) => row?.[header.indexOf(column)] ?? "" };
}

async function told(phone: string, type: NoticeName): Promise<string[]> {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES[type].id}
    ORDER BY n.id DESC`.execute(demo.database.kysely);
  return rows.map((one) => viewNotice(one).text.replaceAll("\u00A0", " "));
}

const numberOf = (text: string) => Number(text.replace(",", "."));

describe("each type opens as a table with the company's own rows", () => {
  test("receipts have the columns an accountant needs, and sums that are numbers", async () => {
    const receipts = await table(CAST.accountant, "RECEIPTS", "Чеки");
    expect(receipts.header).toEqual([
      "№",
      "Дата чека",
      "ID чека",
      "Ссылка",
      "Состояние",
      "Дата аннулирования",
      "Причина",
      "Исполнитель",
      "ИНН",
      "Услуга",
      "Сумма, ₽",
      "Задание",
      "Реестр",
      "Акт №",
      "Дата акта",
      "Дата выплаты",
      "Проект",
      "Теги",
    ]);
    const row = receipts.rows.find((one) => receipts.at(one, "Реестр") === "Реестр выплат № 9002");
    expect(receipts.at(row, "Состояние")).toBe("Сформирован");
    expect(numberOf(receipts.at(row, "Сумма, ₽"))).toBe(1000);
    expect(receipts.at(row, "Ссылка")).toMatch(
      /^http:\/\/localhost:3000\/sandbox\/receipt\/\d{12}\/\w+\/print$/,
    );
    expect(receipts.at(row, "Дата выплаты")).toMatch(/^\d\d\.\d\d\.\d{4}$/);
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::integer AS n FROM receipts WHERE account_id = 1`.execute(
      demo.database.kysely,
    );
    expect(receipts.rows).toHaveLength(rows[0]?.n ?? -1);
  });

  test("rows are numbered by whole numbers, not by texts or sums; a registry has its name", async () => {
    const made = await make(CAST.accountant, { ...period, types: ["RECEIPTS"] });
    const sheet =
      unzip(await download(CAST.accountant, made))
        .get("xl/worksheets/sheet1.xml")
        ?.toString() ?? "";
    expect(sheet).toContain('<c r="A2"><v>1</v></c>');
    expect(sheet).not.toMatch(/<v>9002<\/v>/);
  });

  test("payouts, jobs and acts of one company hold nothing of the other", async () => {
    const payouts = await table(CAST.owner, "PAYOUTS", "Выплаты");
    const paid = payouts.rows.filter((row) => payouts.at(row, "Реестр") === "Реестр выплат № 9002");
    expect(paid).toHaveLength(3);
    expect(
      paid.map((row) => [
        payouts.at(row, "Состояние"),
        numberOf(payouts.at(row, "Сумма, ₽")),
        numberOf(payouts.at(row, "Комиссия, ₽")),
      ]),
    ).toEqual(Array.from({ length: 3 }, () => ["Выплачено", 1000, 30]));
    const jobs = await table(CAST.owner, "JOBS", "Задания");
    const known = await sql<{
      id: string;
    }>`
      SELECT id::text FROM jobs WHERE account_id = 1 AND created_at >= ${period.periodStart}::date`.execute(
      demo.database.kysely,
    );
    expect(jobs.rows.map((row) => jobs.at(row, "ID задания")).sort()).toEqual(
      known.rows.map((row) => row.id).sort(),
    );
    const acts = await table(CAST.owner, "ACTS", "Акты");
    expect(acts.rows.length).toBeGreaterThanOrEqual(3);
    expect(acts.rows.some((row) => acts.at(row, "Состояние") === "Подписан автоматически")).toBe(
      true,
    );
  });

  test("operations have their names, taxes follow the rate, the journal tells who ordered what", async () => {
    const operations = await table(CAST.financeManager, "TRANSACTIONS", "Операции");
    expect(operations.rows.map((row) => operations.at(row, "Операция"))).toEqual(
      expect.arrayContaining(["Оплата работы", "Комиссия платформы"]),
    );
    const taxes = await table(CAST.accountant, "TAXES", "Налоги");
    expect(taxes.rows.length).toBeGreaterThan(0);
    for (const row of taxes.rows)
      expect(numberOf(taxes.at(row, "Расчётный налог, ₽"))).toBeCloseTo(
        numberOf(taxes.at(row, "Доход, ₽")) * 0.06,
        1,
      );
    const log = await table(CAST.owner, "LOG", "Журнал");
    expect(log.rows.map((row) => log.at(row, "Событие"))).toEqual(
      expect.arrayContaining(["Заказана выгрузка", "Скачана выгрузка"]),
    );
  });

  test("who may not see payments gets workers without sums, who may not see personal data gets four digits of it", async () => {
    const full = await table(CAST.owner, "WORKMEN", "Исполнители");
    expect(full.header).toContainEqual(
      expect.stringMatching(/^Выплачено за \d\d\.\d\d\.\d{4} – .*, ₽$/),
    );
    const row = full.rows.find((one) => full.at(one, "Телефон") === CAST.workman);
    expect(full.at(row, "ИНН")).toMatch(/^\d{12}$/);
    const recruiters = await table(CAST.recruiter, "WORKMEN", "Исполнители");
    expect(recruiters.header.join()).not.toContain("₽");
    await sql`
      UPDATE account_users u
      SET project_ids = NULL
      FROM people p
      WHERE p.id = u.person_id AND p.phone = ${CAST.projectManager}`.execute(demo.database.kysely);
    const managers = await table(CAST.projectManager, "WORKMEN", "Исполнители");
    expect(managers.rows.every((one) => /^(\*{8}\d{4})?$/.test(managers.at(one, "ИНН")))).toBe(
      true,
    );
    expect(managers.rows.every((one) => managers.at(one, "Телефон").includes("*****"))).toBe(true);
  });
});

test.each([
  ["PROJECT", "Без проекта"],
  ["TAG", "Без тегов"],
  ["WORKMAN", null],
  ["SERVICE", null],
  ["MONTH", null],
])(
  "payouts grouped by %s end each group with its sum and the table with all",
  async (groupBy, group) => {
    const payouts = await table(CAST.owner, "PAYOUTS", "Выплаты", { groupBy });
    const isTotal = (row: string[]) => /^(Итого: |Всего)/.test(row[0] ?? "");
    const sumOf = (rows: string[][]) =>
      rows.reduce((sum, row) => sum + numberOf(payouts.at(row, "Сумма, ₽") || "0"), 0);
    const plain = payouts.rows.filter((row) => !isTotal(row));
    if (group) expect(plain.some((row) => row[0] === group)).toBe(true);
    if (groupBy === "MONTH") expect(plain[0]?.[0]).toMatch(/^[а-я]+ \d{4}$/);
    let from = 0;
    for (const [index, row] of payouts.rows.entries()) {
      if (!row[0]?.startsWith("Итого: ")) continue;
      const ofGroup = payouts.rows.slice(from, index);
      expect(new Set(ofGroup.map((one) => one[0])).size).toBe(1);
      expect(row[0]).toContain(ofGroup[0]?.[0] ?? "?");
      expect(numberOf(payouts.at(row, "Сумма, ₽"))).toBeCloseTo(sumOf(ofGroup), 2);
      from = index + 1;
    }
    const last = payouts.rows.at(-1) ?? [];
    expect(last[0]).toMatch(/^Всего/);
    expect(numberOf(payouts.at(last, "Сумма, ₽"))).toBeCloseTo(sumOf(plain), 2);
  },
);

test("several types are sheets of one workbook, or tables of one archive when they are CSV", async () => {
  const book = await make(CAST.owner, { ...period, types: ["PAYOUTS", "RECEIPTS"] });
  expect(book["fileName"]).toMatch(/^Выплаты, чеки за .*\.xlsx$/);
  const bytes = await download(CAST.owner, book);
  expect((await rowsOf(bytes, "Выплаты"))[0]?.[0]).toBe("ID выплаты");
  expect((await rowsOf(bytes, "Чеки"))[0]?.[0]).toBe("№");
  const archive = unzip(
    await download(
      CAST.owner,
      await make(CAST.owner, { ...period, types: ["PAYOUTS", "RECEIPTS"], format: "csv" }),
    ),
  );
  expect([...archive.keys()]).toEqual(["Выплаты.csv", "Чеки.csv"]);
  const single = await make(CAST.owner, { ...period, types: ["PAYOUTS"], format: "csv" });
  expect(new TextDecoder("windows-1251").decode(await download(CAST.owner, single))).toMatch(
    /^ID выплаты;Дата создания;/,
  );
});

test("an archive of documents has each paper in its place and a list of all", async () => {
  const made = await make(
    CAST.accountant,
    { filters: { ...period, types: ["ACT"] } },
    "/open-api/v1/job-document-export-registries",
  );
  expect(made).toMatchObject({ state: { id: "READY" }, types: [{ id: "DOCUMENTS_ARCHIVE" }] });
  const archive = unzip(await download(CAST.accountant, made));
  const names = [...archive.keys()];
  expect(names.at(-1)).toBe("Опись.csv");
  expect(
    names
      .slice(0, -1)
      .every((name) => /^Акт\/\d{4}-\d\d\/\d+_[^/]+_\d{4}-\d\d-\d\d\.pdf$/.test(name)),
  ).toBe(true);
  expect(names).toHaveLength((made["rowsCount"] as number) + 1);
  expect(textOfPdf(archive.get(names[0] ?? "") as Buffer)).toContain("Акт");
  const list = new TextDecoder("windows-1251").decode(archive.get("Опись.csv"));
  for (const name of names.slice(0, -1)) expect(list).toContain(name);
});

test("the three addresses order one kind of record each, and the page of exports shows them all", async () => {
  await demo.call(CAST.owner, "POST", "/client-api/job-receipt-export-request", {
    ...period,
    states: ["REGISTERED"],
  });
  await demo.runTasksUntilIdle();
  const kinds = async (url: string) =>
    (await demo.call(CAST.owner, "GET", `${url}?perPage=100`)).body.items?.map(
      (one) => (one["types"] as { id: string }[])[0]?.id,
    ) ?? [];
  expect(new Set(await kinds("/client-api/job-receipt-export-request/list"))).toEqual(
    new Set(["RECEIPTS"]),
  );
  expect(new Set(await kinds("/open-api/v1/job-document-export-registries"))).toEqual(
    new Set(["DOCUMENTS_ARCHIVE"]),
  );
  expect(await kinds(API)).toEqual(
    expect.arrayContaining(["RECEIPTS", "DOCUMENTS_ARCHIVE", "PAYOUTS"]),
  );
});

describe("who may have it", () => {
  test("a ready export is ordered once more as it was, within the rights of whoever asks now", async () => {
    const made = await make(CAST.accountant, {
      ...period,
      types: ["RECEIPTS"],
      groupBy: "MONTH",
      format: "csv",
    });
    expect(made).toMatchObject({ permissions: { repeat: true } });
    const url = `${API}/${String(made["id"])}/repeat`;
    expect((await demo.call(CAST.otherOwner, "POST", url)).status).toBe(404);
    expect((await demo.call(CAST.recruiter, "POST", url)).status).toBe(404);
    const again = await demo.call(CAST.accountant, "POST", url);
    expect(again.body).toMatchObject({
      title: made["title"],
      filters: made["filters"],
      state: { id: "NEW" },
    });
    expect(again.body["id"]).not.toBe(made["id"]);
    expect(
      (await demo.call(CAST.accountant, "POST", `${API}/${String(again.body["id"])}/repeat`))
        .status,
    ).toBe(409);
    await demo.runTasksUntilIdle();
    expect(
      (await demo.call(CAST.accountant, "GET", `${API}?perPage=1`)).body.items?.[0],
    ).toMatchObject({ id: again.body["id"], fileName: expect.stringMatching(/\.csv$/) });
  });

  test("the journal tells in words what each event has changed", async () => {
    await demo.call(CAST.owner, "POST", "/client-api/account/update", {
      directorName: "Орлова Вера",
    });
    const log = await table(CAST.owner, "LOG", "Журнал");
    const row = log.rows.find(
      (one) =>
        log.at(one, "Событие") === "Изменён профиль компании" &&
        log.at(one, "Что изменилось").includes("Руководитель"),
    );
    expect(log.at(row, "Что изменилось")).toMatch(/^Руководитель: (.+ → )?Орлова Вера$/);
  });

  test("whoever asked hears that it is ready; nobody else does", async () => {
    await sql`DELETE FROM notices`.execute(demo.database.kysely);
    await make(CAST.accountant, { ...period, types: ["RECEIPTS"] });
    expect(await told(CAST.accountant, "ExportReady")).toEqual([
      expect.stringMatching(/^Выгрузка «Чеки за .*» готова$/),
    ]);
    expect(await told(CAST.owner, "ExportReady")).toEqual([]);
  });

  test("a file is for its author and the administration, and for nobody of another company", async () => {
    const made = await make(CAST.financeManager, { ...period, types: ["LOG"] });
    const url = `${API}/${String(made["id"])}/file`;
    const statuses = await Promise.all(
      [
        CAST.owner,
        CAST.admin,
        CAST.financeManager,
        CAST.accountant,
        CAST.recruiter,
        CAST.otherOwner,
        CAST.viewer,
        CAST.workman,
      ].map(async (phone) => (await demo.call(phone, "GET", url)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 403, 403]);
    expect(
      (await demo.call(CAST.otherOwner, "POST", `${API}/${String(made["id"])}/retry`)).status,
    ).toBe(404);
    expect(
      (await demo.call(CAST.accountant, "GET", `${API}?perPage=100`)).body.items?.map(
        (one) => one["id"],
      ),
    ).not.toContain(made["id"]);
  });

  test.each([
    [CAST.recruiter, "PAYOUTS", "Вашей роли недоступна выгрузка «Выплаты»"],
    [CAST.recruiter, "JOBS", "Вашей роли недоступна выгрузка «Задания»"],
    [CAST.accountant, "LOG", "Вашей роли недоступна выгрузка «Журнал»"],
    [CAST.projectManager, "TRANSACTIONS", "Вашей роли недоступна выгрузка «Операции»"],
  ])("%s is refused %s", async (phone, type, message) => {
    const answer = await demo.call(phone, "POST", API, { ...period, types: [type] });
    expect([answer.status, answer.body["message"]]).toEqual([403, message]);
  });

  test("a manager limited to projects gets their rows only, and none of his old files once the limit changes", async () => {
    const { kysely } = demo.database;
    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title) VALUES (1, 'Особый проект') RETURNING id`.execute(
      kysely,
    );
    await sql`
      UPDATE jobs
      SET project_id = ${rows[0]?.id}
      WHERE account_id = 1 AND id = (SELECT min(job_id) FROM payouts WHERE account_id = 1)`.execute(
      kysely,
    );
    const limit = (ids: number[]) =>
      sql`
        UPDATE account_users u
        SET project_ids = ${ids}::integer[]
        FROM people p
        WHERE p.id = u.person_id AND p.phone = ${CAST.projectManager}`.execute(kysely);
    await limit([rows[0]?.id as number]);
    const payouts = await table(CAST.projectManager, "PAYOUTS", "Выплаты");
    expect(payouts.rows.map((row) => payouts.at(row, "Проект"))).toEqual(["Особый проект"]);
    const [last] =
      (await demo.call(CAST.projectManager, "GET", `${API}?perPage=1`)).body.items ?? [];
    await limit([]);
    expect(
      (await demo.call(CAST.projectManager, "GET", `${API}/${String(last?.["id"])}/file`)).status,
    ).toBe(404);
  });

  test("rights lost between ordering and making leave no file", async () => {
    const ordered = await demo.call(CAST.accountant, "POST", API, {
      ...period,
      types: ["RECEIPTS"],
    });
    const setRole = (role: string) =>
      sql`
        UPDATE account_users u
        SET role = ${role}
        FROM people p
        WHERE p.id = u.person_id AND p.phone = ${CAST.accountant}`.execute(demo.database.kysely);
    await setRole("VIEWER");
    await demo.runTasksUntilIdle();
    await setRole("ACCOUNTANT");
    const list = await demo.call(CAST.accountant, "GET", `${API}?perPage=1`);
    expect(list.body.items?.[0]).toMatchObject({
      id: ordered.body["id"],
      state: { id: "FAILED" },
      errorMessage: "Ваши права изменились. Закажите выгрузку заново",
      permissions: { download: false, retry: true },
    });
  });
});

describe("what may go wrong", () => {
  test.each<[object, object]>([
    [
      { periodStart: "2026-03-02", periodEnd: "2026-03-01" },
      { periodEnd: ["Конец периода раньше начала. Поменяйте даты местами"] },
    ],
    [
      { periodStart: "2025-01-01", periodEnd: "2026-01-02" },
      { periodEnd: ["Период не может быть больше 366 дней. Закажите выгрузку по частям"] },
    ],
    [{ projects: [999_999] }, { projects: [expect.stringContaining("Проекта больше нет")] }],
    [{ jobs: [999_999_999] }, { jobs: [expect.stringContaining("Задания больше нет")] }],
    [{ jobTags: [999_999] }, { jobTags: [expect.stringContaining("Тега больше нет")] }],
    [
      { accountEmployees: [999_999] },
      { accountEmployees: [expect.stringContaining("Исполнителя больше нет")] },
    ],
  ])("%j is refused in words", async (wrong, errors) => {
    const answer = await demo.call(CAST.owner, "POST", API, {
      ...period,
      types: ["JOBS"],
      ...wrong,
    });
    expect([answer.status, answer.body["errors"]]).toEqual([422, errors]);
  });

  test("another company's project is no filter", async () => {
    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title) VALUES (2, 'Чужой проект') RETURNING id`.execute(
      demo.database.kysely,
    );
    expect(
      (
        await demo.call(CAST.owner, "POST", API, {
          ...period,
          types: ["JOBS"],
          projects: [rows[0]?.id],
        })
      ).status,
    ).toBe(422);
  });

  test("an export that breaks three times fails, is told, and can be made again", async () => {
    await sql`DELETE FROM notices`.execute(demo.database.kysely);
    const ordered = await demo.call(CAST.owner, "POST", API, { ...period, types: ["JOBS"] });
    const id = ordered.body["id"] as number;
    expect((await demo.call(CAST.owner, "GET", `${API}/${id}/file`)).body["message"]).toBe(
      "Файл ещё формируется. Дождитесь готовности",
    );
    expect((await demo.call(CAST.owner, "POST", `${API}/${id}/retry`)).status).toBe(409);
    // An impossible period stands for our own error.
    const setStart = (start: string) =>
      sql`
        UPDATE exports
        SET filters = jsonb_set(filters, '{periodStart}', to_jsonb(${start}::text))
        WHERE id = ${id}`.execute(demo.database.kysely);
    await setStart("not a day");
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await demo.runTasksUntilIdle();
      demo.clock.advance(10_000);
    }
    const list = await demo.call(CAST.owner, "GET", `${API}?states=FAILED&perPage=1`);
    expect(list.body.items?.[0]).toMatchObject({
      id,
      errorMessage: expect.stringContaining("Повторите выгрузку"),
    });
    expect(await told(CAST.owner, "ExportFailed")).toEqual([
      expect.stringMatching(/не сформирована/),
    ]);
    await setStart(period.periodStart);
    expect((await demo.call(CAST.owner, "POST", `${API}/${id}/retry`)).body).toMatchObject({
      state: { id: "NEW" },
    });
    await demo.runTasksUntilIdle();
    expect((await demo.call(CAST.owner, "GET", `${API}/${id}/file`)).status).toBe(200);
  });

  test("a process killed in the middle is taken over after two minutes", async () => {
    const ordered = await demo.call(CAST.owner, "POST", API, { ...period, types: ["JOBS"] });
    const id = ordered.body["id"] as number;
    const stateOf = async () =>
      (
        await sql<{ state: string }>`SELECT state FROM exports WHERE id = ${id}`.execute(
          demo.database.kysely,
        )
      ).rows[0]?.state;
    await sql`
      UPDATE exports
      SET state = 'PROCESSING', attempt = 1,
        claimed_until = ${new Date(demo.clock.now().getTime() + 120_000)}
      WHERE id = ${id}`.execute(demo.database.kysely);
    await demo.runTasksUntilIdle();
    expect(await stateOf()).toBe("PROCESSING");
    demo.clock.advance(120_001);
    await demo.runTasksUntilIdle();
    expect(await stateOf()).toBe("READY");
  });

  test("thirty days later the file is gone and says so", async () => {
    const made = await make(CAST.owner, { ...period, types: ["JOBS"] });
    const files = async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::integer AS n FROM files`.execute(
          demo.database.kysely,
        )
      ).rows[0]?.n ?? 0;
    const before = await files();
    demo.clock.advance(30 * 86_400_000 + 1000);
    await demo.runTasksUntilIdle();
    const headers = await demo.signIn(CAST.owner);
    const answer = await demo.http.inject({
      method: "GET",
      url: `${API}/${String(made["id"])}/file`,
      headers,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      "Срок хранения файла истёк. Закажите выгрузку ещё раз",
    ]);
    expect(await files()).toBeLessThan(before);
  });
});
