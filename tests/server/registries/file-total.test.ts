import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileTotalSentence } from "#contract/registries/file-total.ts";
import type { PayrollDryRun } from "#contract/registries/payroll-registry.ts";
import type { ReadingNote } from "#contract/registries/reading-note.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { codeOn } from "#tests/support/codes.ts";
import { addUser } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import { aPeopleDesk, DEMO_WORKERS, resultOf, uploadAsShown } from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

const totalOf = ({ findings }: Awaited<ReturnType<typeof resultOf>>) =>
  findings.flatMap(({ note }) =>
    note?.kind === "total" ? [note as Extract<ReadingNote, { kind: "total" }>] : [],
  )[0];

const dryRunOf = async (id: number) => (await payroll.desk.dryRun(id)).json<PayrollDryRun>();

/** Rows of people by sum, totals by a word. */
async function upload(lines: readonly (readonly [who: number | string, amount: string])[]) {
  const rows = lines.map(([who, amount]) => {
    const worker = typeof who === "number" ? DEMO_WORKERS[who] : null;
    return worker
      ? `${worker.inn};${worker.fullName};0101;Погрузка товара;01.11.2026;15.11.2026;${amount}`
      : `${who};;;;;;${amount}`;
  });
  const head =
    "ИНН исполнителя;ФИО исполнителя;Код услуги;Текст для чека;Дата начала работ;Дата окончания работ;Сумма, ₽";
  const id = await payroll.desk.upload([head, ...rows].join("\n"));
  return resultOf(payroll, id);
}

async function start(id: number, confirmedExcess?: number) {
  const { desk, product, customer } = payroll;
  const { version } = await desk.registry(id);
  const terms = { version, mode: "VALID_ONLY" };
  await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, terms);
  const otp = await codeOn(product, customer.ownerPhone);
  const answer = await desk.call("POST", `/payroll-registries/${id}/execute`, {
    ...terms,
    otp,
    confirmedRepeats: { rows: 10, sum: 1_000_000 },
    confirmedExcess,
  });
  product.clock.advance(61_000);
  return answer;
}

const remove = async (id: number, cause: string) =>
  payroll.desk.call("POST", `/payroll-registries/${id}/repair`, {
    version: (await payroll.desk.registry(id)).version,
    cause,
    column: "amount",
    remove: true,
  });

describe("totals of a file", () => {
  test("are compared with all rows as they stand, also with those in error", async () => {
    const result = await upload([
      [0, "100,014"],
      [1, "-20,00"],
      [2, "—"],
      [3, "50"],
      ["Итого по отделу", "130,01"],
      [4, "10,014"],
      ["Итого по отделу", "10,014"],
      ["Всего", "140,028"],
    ]);
    const told = { line: 9, total: 140.03, sum: 140.03, hidden: 0 };
    expect(totalOf(result)).toMatchObject({ rows: 3, told, grand: told });
    expect(result.info).toMatchObject({
      amount: 50,
      fileTotal: { line: 9, total: 140.03, excess: -90.03 },
    });
  });

  test("a sub-total that differs is told beside the total of all", async () => {
    const result = await upload([
      [0, "100"],
      ["Итого по отделу", "110"],
      [1, "40"],
      ["Итого по отделу", "40"],
      ["Всего", "140"],
    ]);
    expect(totalOf(result)).toMatchObject({
      told: { line: 3, total: 110, sum: 100 },
      grand: { line: 6, total: 140, sum: 140 },
    });
    expect(result.findings.map(({ message }) => message)).toEqual([
      "Не загружены итоги (строки 3, 5–6): в файле 110,00 в строке 3, по строкам 100,00, разница 10,00; всего по файлу 140,00 в строке 6, по строкам 140,00, сходится",
    ]);
  });

  test("sub-totals alone are no total of the file", async () => {
    const result = await upload([
      [0, "100"],
      ["Итого по отделу", "100"],
      [1, "40"],
      ["Итого по отделу", "40"],
    ]);
    expect(totalOf(result)).toMatchObject({ told: { line: 5 }, grand: null });
    expect(result.info.fileTotal).toBeNull();
  });

  test("a sum that is no number is counted beside the difference", async () => {
    const result = await upload([
      [0, "100"],
      [1, "сорок"],
      ["Всего", "140"],
    ]);
    expect(result.findings.map(({ message }) => message)).toContain(
      "Не загружены итоги (строка 4): в файле 140,00, по строкам 100,00, разница 40,00, сумма не прочитана: 1\u00A0строка",
    );
  });
});

describe("before the start", () => {
  test("the total follows each repair, and more than it is paid only if that is confirmed", async () => {
    const { id, info } = await upload([
      [5, "200"],
      [6, "-50"],
      ["Всего", "150"],
    ]);
    const total = { line: 4, total: 150 };
    expect(info.fileTotal).toEqual({ ...total, excess: 50 });
    expect(await remove(id, "nothing_to_pay")).toMatchObject({ statusCode: 200 });
    const exceeded = { ...total, excess: 50 };
    expect((await dryRunOf(id)).fileTotal).toEqual(exceeded);
    expect(fileTotalSentence(exceeded, 0)).toBe(
      "К выплате на 50,00\u00A0₽ больше, чем итог файла в строке 4: 150,00\u00A0₽",
    );
    const refused = await start(id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ fileTotal: exceeded });
    expect((await start(id, 49.99)).statusCode).toBe(409);
    expect((await start(id, 50)).statusCode).toBe(200);
    expect((await payroll.desk.info(id)).fileTotal).toMatchObject(exceeded);
  });

  test("less than the total asks nothing", async () => {
    const { id } = await upload([
      [7, "200"],
      [8, "50"],
      ["Всего", "250"],
    ]);
    await payroll.desk.call(
      "PUT",
      `/payroll-registry-items/${(await payroll.desk.items(id)).items[1]?.id}`,
      {
        cells: { amount: "40" },
      },
    );
    expect((await dryRunOf(id)).fileTotal).toEqual({ line: 4, total: 250, excess: -10 });
    expect((await start(id)).statusCode).toBe(200);
  });
});

test("is told without sums to whoever may not see them", async () => {
  const { product, customer } = payroll;
  const { id } = await upload([
    [9, "100"],
    ["Всего", "140"],
  ]);
  await addUser(product.database.kysely, customer.accountId, {
    phone: "79005550021",
    role: "VIEWER",
  });
  const viewer = new PayrollDesk(product, "79005550021");
  const { findings, info } = await resultOf({ desk: viewer }, id);
  expect(findings.map(({ message }) => message)).toEqual(["Не загружены итоги (строка 3)"]);
  expect(info).toMatchObject({ amount: null, fileTotal: null });
});

test("a payroll of 1С:ЗУП of 2 000 rows adds up to the kopeck, whatever is wrong with its rows", async () => {
  const result = await uploadAsShown(payroll, "30-zup-2000.xlsx", {
    serviceCode: "0101",
    receiptText: "Разгрузка товара",
  });
  const told = { line: 2023, total: 6_863_027.55, sum: 6_863_027.55 };
  expect(totalOf(result)).toMatchObject({ rows: 9, told, grand: told });
  expect(result.info).toMatchObject({
    amount: 6_757_443.61,
    fileTotal: { total: 6_863_027.55, excess: -105_583.94 },
  });
});

test("a total with kopecks that Excel does not show is told with its sum", async () => {
  const result = await uploadAsShown(payroll, "05-hidden-kopecks.xlsx");
  expect(totalOf(result)).toMatchObject({ told: { total: 697_395.74, sum: 697_395.74 } });
});
