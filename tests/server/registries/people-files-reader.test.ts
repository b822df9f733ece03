import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { aPeopleDesk, peopleFile, readingOf, resultOf } from "#tests/support/people-files.ts";

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
