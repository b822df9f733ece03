import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileReading } from "#contract/registries/file-reading.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aPeopleDesk, uploadAsShown } from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

test("a file without a fault is ready as it is", async () => {
  const { info, errors } = await uploadAsShown(payroll, "03-first.xlsx");
  expect(errors).toEqual([]);
  expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 3, amount: 8_130 });
});

test("a column with a title of the template is taken whatever stands below it", async () => {
  const text =
    "ИНН исполнителя;ФИО исполнителя;Код услуги;Текст для чека;Дата начала работ;Дата окончания работ;Дата акта;Сумма, ₽\n" +
    "770103133775;Абрамов;0101;Погрузка товара;01.11.2026;15.11.2026;вчера;100\n";
  const answer = await payroll.desk.send("/payroll-registries/read-file", text);
  expect(answer.json<FileReading>()).toMatchObject({
    isKnown: true,
    choices: { columns: { inn: 0, fullName: 1, actDate: 6, amount: 7 } },
  });
});
