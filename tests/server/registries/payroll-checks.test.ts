import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { MAX_REGISTRY_ROWS } from "#contract/registries/registry-columns.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import {
  aCustomer,
  addUser,
  addWorkmen,
  aProject,
  type Customer,
} from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv, type RowCells } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";
import { openDocument, rawWorkbook } from "#tests/support/raw-zip.ts";

const ALL = makePayrollWorkers(20);
const worker = (index: number) => ALL[index] as PayrollWorker;
const unknown = worker(19);

let product: TestApp;
let customer: Customer;
let desk: PayrollDesk;
beforeAll(async () => {
  ({ product, customer, desk } = await aPayroll({ workers: ALL.slice(0, 5), funds: 1_000_00n }));
  const db = product.database.kysely;
  await addWorkmen(db, [worker(5)], { state: "BLOCKED" });
  await addWorkmen(db, [worker(6)], { smzState: "NOTSE" });
  await addWorkmen(db, [worker(7)], { smzState: "NOACCESS" });
  await addWorkmen(db, [worker(8)], { card: false, payoutKind: null });
  await addWorkmen(db, [worker(9)], { boundAt: new Date("2026-03-04T22:00:00Z") });
  await addWorkmen(db, [worker(10)], { taxpayerType: "IP", smzState: "UNKNOWN" });
  await sql`
    INSERT INTO blacklist_entries (account_id, inn, reason)
    VALUES (${customer.accountId}, ${worker(4).inn}, 'FRAUD')`.execute(db);
});
afterAll(() => product.close());

let lines = 0;
function row(cells: RowCells = {}): RowCells {
  lines += 1;
  const inn = cells.inn ?? worker(0).inn;
  return {
    inn,
    fullName: ALL.find((one) => one.inn === inn)?.fullName ?? "",
    serviceCode: "0301",
    receiptText: `Доставка заказов, рейс ${lines}`,
    workStart: "01.03.2026",
    workEnd: "05.03.2026",
    amount: String(100 + lines),
    ...cells,
  };
}

async function findingsOf(
  rows: RowCells[],
  fields: Record<string, string> = {},
  at = desk,
): Promise<string[][]> {
  const id = await at.upload(payrollCsv(rows), fields);
  return (await at.items(id)).items.map(({ errors, warnings }) =>
    [...errors, ...warnings].map(({ columnTitle, message }) => `${columnTitle}: ${message}`),
  );
}

describe("what the database says about a row", () => {
  test.for<[string, () => RowCells, string]>([
    [
      "an unknown worker",
      () => row({ inn: unknown.inn }),
      "ИНН исполнителя: Исполнитель не зарегистрирован на платформе",
    ],
    [
      "a blocked worker",
      () => row({ inn: worker(5).inn }),
      "ИНН исполнителя: Исполнитель ещё не завершил регистрацию или заблокирован",
    ],
    [
      "a worker in the black list",
      () => row({ inn: worker(4).inn }),
      "ИНН исполнителя: Исполнитель в чёрном списке",
    ],
    [
      "a worker who is not self-employed",
      () => row({ inn: worker(6).inn }),
      "ИНН исполнителя: Исполнитель не является самозанятым",
    ],
    [
      "a worker who closed «Мой налог» to us",
      () => row({ inn: worker(7).inn }),
      "ИНН исполнителя: Нет доступа к «Мой налог» исполнителя",
    ],
    [
      "another name than the profile's",
      () => row({ fullName: "Иванов Пётр" }),
      `ФИО исполнителя: ФИО не совпадает с профилем: ${worker(0).fullName}`,
    ],
    [
      "a service that is not there",
      () => row({ serviceCode: "9999" }),
      "Код услуги: Услуга с кодом 9999 не найдена",
    ],
    [
      "a closed service",
      () => row({ serviceCode: "0303" }),
      "Код услуги: Услуга с кодом 0303 не найдена",
    ],
    [
      "a service not for the self-employed",
      () => row({ serviceCode: "0302" }),
      "Код услуги: Услуга недоступна для самозанятых",
    ],
    [
      "work done before «Мой налог» was connected",
      () => row({ inn: worker(9).inn, workEnd: "04.03.2026" }),
      "Дата окончания работ: Работы закончены раньше, чем исполнитель подключил «Мой налог»",
    ],
    [
      "a worker with nowhere to pay",
      () => row({ inn: worker(8).inn }),
      "Способ выплаты: У исполнителя не указаны платёжные реквизиты",
    ],
    [
      "an account the worker has not confirmed",
      () => row({ payoutMethod: "Счёт" }),
      "Способ выплаты: У исполнителя не указаны платёжные реквизиты",
    ],
    ["a project that is not there", () => row({ project: "Луна" }), "Проект: Проект не найден"],
  ])("%s", async ([, make, sentence]) => {
    expect(await findingsOf([make()])).toEqual([[sentence]]);
  });

  test("nothing about a right row, whatever the letter case of the name and the way of payment", async () => {
    const rows = [
      row({ fullName: worker(0).fullName.toUpperCase() }),
      row({ payoutMethod: "СБП", inn: worker(8).inn }),
      row({ inn: worker(9).inn, workEnd: "05.03.2026" }),
      row({ inn: worker(10).inn }),
    ];
    expect(await findingsOf(rows)).toEqual([[], [], [], []]);
  });

  test("the year's limit counts registered receipts and the earlier rows of the file", async () => {
    const earner = worker(1);
    const id =
      (
        await sql<{ id: number }>`SELECT id FROM workmen WHERE inn = ${earner.inn}`.execute(
          product.database.kysely,
        )
      ).rows[0]?.id ?? 0;
    await sql`
      INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, operation_at)
      VALUES
        (1, 900001, ${id}, 'REGISTERED', 200000000, '2026-01-10T00:00:00Z'),
          (1, 900002, ${id}, 'REVERSED_BY_PLATFORM', 100000000, '2026-01-10T00:00:00Z'),
          (1, 900003, ${id}, 'REGISTERED', 100000000, '2025-12-31T20:59:59Z')`.execute(
      product.database.kysely,
    );
    const pay = (amount: string) => row({ inn: earner.inn, amount });
    expect(await findingsOf([pay("300000"), pay("100000,01"), pay("100000")])).toEqual([
      [],
      ["Сумма, ₽: Превышен годовой лимит дохода: доступно 100\u00A0000,00 ₽"],
      [],
    ]);
  });

  test("an external id that pays elsewhere is refused with the registry's number; a cancelled registry gives it back", async () => {
    const first = await desk.upload(payrollCsv([row({ externalId: "M-1" })]));
    const { number } = await desk.registry(first);
    expect(await findingsOf([row({ externalId: "M-1" })])).toEqual([
      [`Внешний ID: Внешний ID уже использован в реестре № ${number}`],
    ]);
    expect((await desk.cancel(first)).statusCode).toBe(200);
    expect(await findingsOf([row({ externalId: "M-1" })])).toEqual([[]]);
  });

  test("a cancelled registry promises no money and has no ready rows, on the page, in the list and in its file", async () => {
    const id = await desk.upload(payrollCsv([row(), row({ amount: "0" })]));
    expect((await desk.cancel(id)).statusCode).toBe(200);
    expect(await desk.info(id)).toMatchObject({
      amount: null,
      toPay: null,
      commission: null,
      balanceAfter: null,
      statesCount: { CANCELED: 2 },
    });
    const states = async (query = "") =>
      (await desk.items(id, query)).items.map(({ state }) => state.title);
    expect(await states()).toEqual(["Отменён", "Отменён"]);
    expect(await states("?states=READY_TO_APPLY")).toEqual([]);
    expect(await states("?states=CANCELED")).toHaveLength(2);
    const { items: findings } = (await desk.call("GET", `/payroll-registries/${id}/errors`)).json<{
      items: { cause: string }[];
    }>();
    expect(findings.map(({ cause }) => cause)).not.toContain("insufficient_funds");
  });

  test("a repeat inside the file is doubtful, a healed ИНН is marked", async () => {
    const id = await desk.upload(
      payrollCsv([
        row({ amount: "777", receiptText: "Доставка" }),
        row({ amount: "777", inn: ` ${worker(0).inn.slice(0, 6)} ${worker(0).inn.slice(6)}` }),
      ]),
    );
    const { items } = await desk.items(id, "?onlyWarnings=true");
    expect(
      items.map(({ rowNo, warnings, healedColumns }) => [
        rowNo,
        warnings[0]?.message,
        healedColumns,
      ]),
    ).toEqual([[2, "Возможный повтор строки 2", ["inn"]]]);
    expect(await desk.registry(id)).toMatchObject({ state: { id: "READY" }, warningsCount: 1 });
  });

  test("commission is rounded by the row: 3 % of 1 999,99 is 60,00", async () => {
    const id = await desk.upload(
      payrollCsv([row({ amount: "1 999,99" }), row({ amount: "1,17" })]),
    );
    expect((await desk.items(id)).items.map(({ commission }) => commission)).toEqual([60, 0.04]);
    expect(await desk.info(id)).toMatchObject({
      toPay: 2001.16,
      commission: 60.04,
      available: 1000,
      balanceAfter: -1061.2,
      workmenCount: 1,
      needsApproval: false,
    });
    expect(
      (await desk.call("GET", "/payroll-registries")).json<{ items: object[] }>().items[0],
    ).toMatchObject({ id, state: { id: "READY" }, balanceAfter: -1061.2 });
  });
});

describe("the same file", () => {
  test("is refused with the day and the number of its registry, also when both come at once", async () => {
    const file = payrollCsv([row()]);
    const answers = await Promise.all([
      desk.send("/payroll-registries", file),
      desk.send("/payroll-registries", file),
      desk.send("/payroll-registries", file),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const { id } = answers.find(({ statusCode }) => statusCode === 200)?.json<{ id: number }>() ?? {
      id: 0,
    };
    const { number } = await desk.registry(id);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      message: `Этот файл уже загружался 10.03.2026: реестр №\u00A0${number}`,
      registryID: id,
    });
  });

  test("numbers follow one another however many people upload at once", async () => {
    const other = await aCustomer(product.database.kysely, { seed: 7 });
    const hands = new PayrollDesk(product, other.ownerPhone);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => hands.send("/payroll-registries", payrollCsv([row()]))),
    );
    const numbers = await Promise.all(
      answers.map(
        async (answer) => (await hands.registry(answer.json<{ id: number }>().id)).number,
      ),
    );
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("a file no registry can be made of", () => {
  test.for<[string, Buffer | string, string]>([
    ["empty", "", "Файл пуст"],
    [
      "of old Excel",
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0]),
      "Сохраните файл в формате XLSX или CSV",
    ],
    [
      "a picture",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]),
      "Файл не удалось прочитать: это не таблица. Сохраните файл в формате XLSX или CSV",
    ],
  ])("%s is refused at once, on the field of the file", async ([, data, sentence]) => {
    const answer = await desk.send("/payroll-registries", data);
    expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([
      422,
      { file: [sentence] },
    ]);
  });

  test("without a required column is refused for a registry that is there, too: its rows stay", async () => {
    const id = await desk.upload(payrollCsv([row()]));
    const answer = await desk.send(`/payroll-registries/${id}/update`, "ИНН;Сумма\r\n1;2\r\n");
    expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([
      422,
      {
        file: [
          "Не найдены обязательные столбцы: «Код услуги», «Текст для чека», «Дата начала работ», «Дата окончания работ»",
        ],
      },
    ]);
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      rowsCount: 1,
      errorMessage: null,
    });
  });

  test("leaves no registry and takes no number", async () => {
    const list = async () =>
      (await desk.call("GET", "/payroll-registries?perPage=100"))
        .json<{ items: { number: number }[] }>()
        .items.map(({ number }) => number);
    const before = await list();
    const header = PAYROLL_COLUMNS.map(({ title }) => title).join(";");
    // Breaks far behind the first rows.
    const manyRows = `<row>${PAYROLL_COLUMNS.map(({ title }) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join("")}</row>${'<row><c t="inlineStr"><is><t>A</t></is></c></row>'.repeat(1_200)}`;
    for (const [data, sentence] of [
      [
        `${header}\n"A-1${header.replaceAll(/[^;]/g, "")}\nA-2"\n`,
        /строки 2–3: кавычка не закрыта/,
      ],
      [`${header}\n${"я".repeat(40_000)};1\n`, /слишком длинный текст/],
      [`${header}\n`, /нет строк/],
      [
        rawWorkbook({
          rows: `${manyRows}<row><c t="inlineStr"><is><t>${"я".repeat(40_000)}</t></is></c></row>`,
        }),
        /слишком длинный текст/,
      ],
      [
        rawWorkbook({ rows: `${manyRows}<row r="3"><c t="inlineStr"><is><t>A</t></is></c></row>` }),
        /он повреждён/,
      ],
      [
        "Просто письмо другу, по ошибке названное таблицей\n",
        /Не найдены обязательные столбцы: «ИНН исполнителя», «Код услуги»/,
      ],
      [openDocument(), /OpenDocument \(\.ods\)/],
      [`${header}\n${"A;1\n".repeat(MAX_REGISTRY_ROWS + 1)}`, /больше 100.000 строк/],
    ] as const) {
      const answer = await desk.send("/payroll-registries", data);
      expect([
        answer.statusCode,
        answer.json<{ errors: Record<string, string[]> }>().errors["file"]?.[0],
      ]).toEqual([422, expect.stringMatching(sentence)]);
    }
    expect(
      (await desk.paste("/payroll-registries/paste", `${header.replaceAll(";", "\t")}\n`))
        .statusCode,
    ).toBe(422);
    expect(await list()).toEqual(before);
    const id = await desk.upload(payrollCsv([row()]));
    expect((await desk.registry(id)).number).toBe(Math.max(0, ...before) + 1);
  });
});

describe("who sees what", () => {
  test("another account's registry, its rows and files are not there", async () => {
    const id = await desk.upload(payrollCsv([row()]));
    const [item] = (await desk.items(id)).items;
    const stranger = new PayrollDesk(
      product,
      (await aCustomer(product.database.kysely, { seed: 8 })).ownerPhone,
    );
    const calls: ["GET" | "POST" | "PUT" | "DELETE", string, object?][] = [
      ...["", "/info", "/items", "/errors", "/progress", "/file", "/errors/download"].map(
        (path) => ["GET", `/payroll-registries/${id}${path}`] as ["GET", string],
      ),
      ["POST", `/payroll-registries/${id}/download`, {}],
      ["POST", `/payroll-registries/${id}/dry-run`, {}],
      ["POST", `/payroll-registries/${id}/cancel`, { version: 1, stateID: "READY" }],
      [
        "POST",
        `/payroll-registries/${id}/undo`,
        { version: 1, cancelUntil: "2026-03-01T10:00:00Z" },
      ],
      ["PUT", `/payroll-registry-items/${item?.id}`, { cells: { comment: "x" } }],
      ["DELETE", `/payroll-registry-items/${item?.id}`],
    ];
    for (const [method, path, body] of calls)
      expect([path, (await stranger.call(method, path, body)).statusCode]).toEqual([path, 404]);
    expect((await stranger.paste(`/payroll-registries/${id}/rows`, "1")).statusCode).toBe(404);
    expect(
      (await stranger.send(`/payroll-registries/${id}/update`, payrollCsv([row()]))).statusCode,
    ).toBe(404);
    expect((await stranger.call("GET", "/payroll-registries")).json()).toMatchObject({
      items: [],
      meta: { total: 0 },
    });
    expect(await desk.registry(id)).toMatchObject({ version: 1, rowsCount: 1 });
  });

  test("a manager of one project uploads into it, sees only it, and cannot pay into another", async () => {
    const db = product.database.kysely;
    const [own, foreign] = [
      await aProject(db, customer.accountId, "Север"),
      await aProject(db, customer.accountId, "Юг"),
    ];
    await addUser(db, customer.accountId, {
      phone: "79005550001",
      role: "PROJECT_MANAGER",
      projectIds: [own],
    });
    const manager = new PayrollDesk(product, "79005550001");
    const id = await manager.upload(
      payrollCsv([row({ project: "север" }), row({ project: "Юг" }), row()]),
    );
    expect(await manager.registry(id)).toMatchObject({
      project: { id: own, title: "Север" },
      permissions: { canExecute: false },
    });
    expect(
      (await manager.items(id)).items.map(({ errors }) => errors.map(({ message }) => message)),
    ).toEqual([[], ["Проект не найден"], []]);
    expect(
      (
        await manager.send("/payroll-registries", payrollCsv([row()]), {
          projectID: String(foreign),
        })
      ).json(),
    ).toMatchObject({ errors: { projectID: ["Проект не найден"] } });
    const foreignRegistry = await desk.upload(payrollCsv([row()]), { projectID: String(foreign) });
    expect((await manager.call("GET", `/payroll-registries/${foreignRegistry}`)).statusCode).toBe(
      404,
    );
    // An unreachable row looks like none, word for word.
    const [item] = (await desk.items(foreignRegistry)).items;
    const [outOfReach, none] = [item?.id, 999_999_999].map((one) =>
      manager.call("PUT", `/payroll-registry-items/${one}`, { cells: { comment: "x" } }),
    );
    const wordsOf = async (answer: typeof none) => ({
      ...(await answer)?.json<object>(),
      requestId: "",
      instance: "",
    });
    expect(await wordsOf(outOfReach)).toEqual(await wordsOf(none));
    const list = (await manager.call("GET", "/payroll-registries")).json<{
      items: { id: number }[];
      meta: { total: number };
    }>();
    expect([list.items.map((one) => one.id), list.meta.total]).toEqual([[id], 1]);
  });

  test("the balance is shown to those who may see money only", async () => {
    await addUser(product.database.kysely, customer.accountId, {
      phone: "79005550002",
      role: "ACCOUNTANT",
    });
    const accountant = new PayrollDesk(product, "79005550002");
    const id = await accountant.upload(payrollCsv([row({ amount: "5000" })]));
    expect(await accountant.info(id)).toMatchObject({
      toPay: 5000,
      available: null,
      balanceAfter: null,
    });
    expect(await accountant.findings(id)).toEqual([]);
    expect(await desk.findings(id)).toMatchObject([
      {
        cause: "insufficient_funds",
        message: "Недостаточно средств: нужно 5\u00A0150,00 ₽, доступно 1\u00A0000,00 ₽",
        severity: "warning",
      },
    ]);
    const run = (await accountant.dryRun(id)).json<{
      canExecute: boolean;
      obstacles: string[];
    }>();
    expect(run).toMatchObject({ canExecute: false, available: null });
    expect(run.obstacles.join()).not.toMatch(/1\s000/);
  });
});

describe("a worker whose paper has run out", () => {
  const papers = (inn: string, state: string, days: number) =>
    sql`
      INSERT INTO workman_documents (workman_id, type, state, expire_date)
      SELECT id, 'patent', ${state},
        (${product.clock.now()}::timestamptz AT TIME ZONE 'Europe/Moscow')::date + ${days}::integer
      FROM workmen
      WHERE inn = ${inn}`.execute(product.database.kysely);

  test("gets no new row until a newer one is accepted, and a registry checked before stops at its confirmation", async () => {
    const [inn, other] = [worker(2).inn, worker(3).inn];
    const checked = await desk.upload(
      payrollCsv([row({ inn, amount: "100" }), row({ inn: other, amount: "100" })]),
    );
    // The task has not marked the papers as expired yet.
    await papers(inn, "VALID", -1);
    const id = await desk.upload(
      payrollCsv([row({ inn, amount: "100" }), row({ inn: other, amount: "100" })]),
    );
    expect(
      (await desk.items(id)).items.map(({ errors }) => errors.map(({ message }) => message)),
    ).toEqual([["Документ «Патент» исполнителя больше не действует"], []]);
    expect((await desk.dryRun(checked)).json()).toMatchObject({
      canExecute: false,
      problems: [{ cause: "worker_document_outdated", count: 1 }],
    });
    await papers(inn, "CHECKING", 300);
    expect((await desk.dryRun(checked)).json()).toMatchObject({ canExecute: false });
    await papers(inn, "VALID", 300);
    expect((await desk.dryRun(checked)).json()).toMatchObject({ canExecute: true, problems: [] });
    expect(
      (await desk.items(await desk.upload(payrollCsv([row({ inn, amount: "100" })])))).items[0]
        ?.errors,
    ).toEqual([]);
    await sql`DELETE FROM workman_documents`.execute(product.database.kysely);
  });
});

describe("the dry run", () => {
  test("writes nothing and says what has changed since the check", async () => {
    const id = await desk.upload(
      payrollCsv([
        row({ inn: worker(2).inn, amount: "100" }),
        row({ inn: worker(3).inn, amount: "200" }),
      ]),
    );
    expect((await desk.dryRun(id)).json()).toMatchObject({
      canExecute: true,
      obstacles: [],
      toPay: 300,
      balanceAfter: 691,
    });
    const before = await desk.registry(id);
    await sql`UPDATE workmen SET state = 'BLOCKED' WHERE inn = ${worker(3).inn}`.execute(
      product.database.kysely,
    );
    const run = (await desk.dryRun(id, { mode: "ALL" })).json();
    await sql`UPDATE workmen SET state = 'ACTIVE' WHERE inn = ${worker(3).inn}`.execute(
      product.database.kysely,
    );
    expect(run).toMatchObject({
      canExecute: false,
      problems: [{ cause: "worker_not_active", count: 1 }],
      obstacles: [
        "С момента проверки изменилось: Исполнитель недоступен (строк: 1). Исправьте или удалите эти строки",
      ],
    });
    expect(await desk.registry(id)).toEqual(before);
  });
});

test("a list is searched by number, title, author, external id and ИНН, filtered and sorted, with an exact total", async () => {
  const other = await aCustomer(product.database.kysely, { seed: 9 });
  const reader = new PayrollDesk(product, other.ownerPhone);
  const ids = [
    await reader.upload(payrollCsv([row({ externalId: "EX-77", amount: "500" })]), {
      title: "Январь",
    }),
    await reader.upload(payrollCsv([row({ amount: "0" })]), { title: "Февраль" }),
    await reader.upload(
      payrollCsv([
        row({ inn: worker(2).inn, amount: "300" }),
        row({ inn: worker(2).inn, amount: "400" }),
      ]),
      { title: "Март" },
    ),
  ];
  const found = async (query: string) => {
    const answer = (await reader.call("GET", `/payroll-registries${query}`)).json<{
      items: { id: number }[];
      meta: { total: number };
    }>();
    return [answer.items.map(({ id }) => ids.indexOf(id) + 1), answer.meta.total];
  };
  expect(await found("")).toEqual([[3, 2, 1], 3]);
  expect(await found("?perPage=2&page=2")).toEqual([[1], 3]);
  expect(await found("?sortBy=number&sortDirection=asc")).toEqual([[1, 2, 3], 3]);
  expect(await found("?sortBy=amount")).toEqual([[3, 1, 2], 3]);
  expect(await found(`?search=${encodeURIComponent("март")}`)).toEqual([[3], 1]);
  expect(await found("?search=2")).toEqual([[2], 1]);
  expect(await found("?search=EX-77")).toEqual([[1], 1]);
  expect(await found(`?search=${worker(2).inn}`)).toEqual([[3], 1]);
  expect(await found("?states=READY,INVALID")).toEqual([[3, 2, 1], 3]);
  expect(await found("?states=INVALID&states=ERROR")).toEqual([[2], 1]);
  expect(await found("?periodStart=2026-03-11")).toEqual([[], 0]);
});
