import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileReading } from "#contract/registries/file-reading.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import {
  aPeopleDesk,
  peopleFile,
  readingOf,
  resultOf,
  uploadAsShown,
} from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(2);
});
afterAll(() => payroll.product.close());

/** Pastes a table with its own head, as the console does. */
async function paste(name: string) {
  const form = multipartForm({ text: { fileName: "text", data: await peopleFile(name) } });
  const answer = await payroll.product.http.inject({
    method: "POST",
    url: "/open-api/v1/payroll-registries/paste",
    headers: { ...(await payroll.product.signIn(payroll.customer.ownerPhone)), ...form.headers },
    payload: form.payload,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await payroll.product.runTasksUntilIdle();
  return resultOf(payroll, answer.json<{ id: number }>().id);
}

describe("a quote that closes nothing is a letter", () => {
  test.each([
    [
      "12-paste-quotes.txt",
      ['"Чистота" офиса', '"Уборка снега', "Разгрузка товара", "Погрузка товара"],
    ],
    [
      "12c-paste-swallowed-rows.txt",
      ['"Уборка снега', "Разгрузка товара", "Чистота", "Погрузка товара"],
    ],
  ])("four rows of %s", async (name, texts) => {
    const { info, errors, items } = await paste(name);
    expect(errors).toEqual([]);
    expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 4, amount: 24_008 });
    expect(items.map(({ cells }) => cells["receiptText"])).toEqual(texts);
  });

  test("rows that a quote has swallowed are named by the lines of the editor", async () => {
    const { statusCode, body } = await readingOf(payroll, "19b-quote-closes-later.csv");
    expect([statusCode, body]).toEqual([
      422,
      expect.stringContaining("строки 11–13: кавычка не закрыта"),
    ]);
  });
});

describe("a book is read as Excel shows it", () => {
  test("part names ignore case", async () => {
    const { info, errors } = await uploadAsShown(payroll, "01a-sharedstrings-case.xlsx");
    expect(errors).toEqual([]);
    expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 3, amount: 15_300.75 });
  });

  test("texts without their table are no empty cells", async () => {
    const { statusCode, body } = await readingOf(payroll, "01c-no-strings-part.xlsx");
    expect([statusCode, body]).toEqual([422, expect.stringContaining("он повреждён")]);
  });

  test("numbers of Java are exact", async () => {
    const { items, errors } = await uploadAsShown(payroll, "06-java-numbers.xlsx");
    expect(items.map(({ cells }) => [cells["inn"], cells["amount"]])).toEqual([
      ["770103133775", "5000"],
      ["770117320743", "5001"],
      ["504713606620", "5002"],
      ["504727793681", "5003"],
      ["503638266508", "10000000"],
      ["772856093476", "12345.6789"],
      ["503624079522", "5000"],
    ]);
    expect(errors).toEqual([
      "6 amount: Сумма должна быть не больше 2\u00a0400\u00a0000,00\u00a0₽",
      "7 amount: Сумма должна содержать не более двух знаков после запятой",
    ]);
  });

  test("the last minute of a day is the next day, and says so", async () => {
    const { items, errors } = await uploadAsShown(payroll, "11-evening-before.xlsx");
    expect(errors).toEqual([]);
    const both = ["workStart", "workEnd"];
    expect(
      items.map(({ cells, healedColumns }) => [
        cells["workStart"],
        cells["workEnd"],
        healedColumns,
      ]),
    ).toEqual([
      ["01.11.2026", "16.11.2026", both],
      ["31.10.2026", "15.11.2026", []],
      ["01.11.2026", "16.11.2026", []],
      ["01.11.2026", "16.11.2026", both],
      ["02.11.2026", "17.11.2026", both],
    ]);
  });

  test.each([
    ["13-merged-people.xlsx", 6, 18_306],
    ["14-external-link-name.xlsx", 3, 15_300.75],
    ["18a-rows-not-ascending.xlsx", 8, 40_028],
  ])("%s", async (name, rows, amount) => {
    const { info, errors, items } = await uploadAsShown(payroll, name);
    expect(errors).toEqual([]);
    expect(info).toMatchObject({ state: { id: "READY" }, readyCount: rows, amount });
    expect(items.map(({ line }) => line)).toEqual(items.map((_, index) => index + 2));
  });
});

describe("letters are what they look like", () => {
  test.each([
    ["07-nfd.csv", 5, 2],
    ["08-invisible.csv", 28, 28],
  ])("%s", async (name, rows, mended) => {
    const { info, items, errors } = await uploadAsShown(payroll, name);
    expect(errors).toEqual([]);
    expect(info).toMatchObject({ state: { id: "READY" }, readyCount: rows });
    expect(items.filter(({ healedColumns }) => healedColumns.length > 0)).toHaveLength(mended);
  });

  test("hyphens of names", async () => {
    const { items, errors } = await uploadAsShown(payroll, "17-hyphens.csv");
    expect(errors.filter((error) => error.includes("только буквы"))).toEqual([]);
    expect(
      items.filter(({ state }) => state.id === "READY_TO_APPLY").map(({ line }) => line),
    ).toEqual([4, 7, 8, 9]);
  });
});

describe("a text table is read in any dialect", () => {
  test("the delimiter gives every line the head's cells", async () => {
    const reading = (await readingOf(payroll, "09-commas-vote.csv")).json<FileReading>();
    expect(reading.columns.map(({ title }) => title)).toEqual(["ИНН", "ФИО", "Сумма", "Услуга"]);
    expect(reading.rows).toHaveLength(12);
  });

  test.each(["10a-cp866.csv", "10b-mac.csv", "10c-mac-lf-inside.csv"])("%s", async (name) => {
    const { info, errors, items } = await uploadAsShown(payroll, name);
    expect(errors).toEqual([]);
    expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 4, amount: 20_008 });
    expect(items.map(({ cells }) => cells["receiptText"])).toEqual(
      Array(4).fill("Разгрузка товара"),
    );
  });
});
