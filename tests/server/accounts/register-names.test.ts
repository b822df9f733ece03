import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import { takeDecision } from "#server/decision-commands.ts";
import { MESSAGE_NAME } from "#server/modules/accounts/index.ts";
import { registerNamesTask } from "#server/modules/accounts/tasks/register-names.ts";
import { decisionsOf } from "#server/modules.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount } from "#tests/support/factories/an-account.ts";

let product: TestApp;
const db = () => product.database.kysely;
beforeAll(async () => {
  product = await buildTestApp();
});
afterAll(() => product.close());

/** Answers as the test says: a name, no company, or out of reach. */
let answer: string | null | "away" = null;
const companies: CompanyRegister = {
  async findCompany(inn) {
    if (answer === "away") throw new OutOfReach("the register is away");
    return answer === null
      ? null
      : { inn, kpp: null, ogrn: "1", shortName: answer, fullName: answer, legalAddress: null };
  },
};
const platform = () =>
  aPlatform({
    db: db(),
    clock: product.clock,
    events: product.app.events,
    companies,
  });

async function waiting(): Promise<number> {
  const id = await anAccount(db(), { state: "MODERATION" });
  await sql`UPDATE accounts SET short_name = 'ООО "РОМАШКА"', register_name = NULL WHERE id = ${id}`.execute(
    db(),
  );
  return id;
}
const approve = (id: number, reason?: string) =>
  takeDecision(
    { platform: platform(), decisions: decisionsOf(platform()) },
    { kind: "account", id: String(id), verdict: "approve", reason, by: "Иванова Анна" },
  );
async function named(id: number) {
  const { rows } = await sql<{ name: string; state: string; inn: string }>`
    SELECT ${MESSAGE_NAME} AS name, a.state, a.inn FROM accounts a WHERE a.id = ${id}`.execute(
    db(),
  );
  return rows[0];
}

test("the same name, however it is quoted, is approved; messages carry it as the register writes it", async () => {
  const id = await waiting();
  answer = "ООО «Ромашка»";
  await approve(id);
  expect(await named(id)).toMatchObject({ state: "ACTIVE", name: "ООО «Ромашка»" });
});

test("another name needs a reason, and messages carry the register's all the same", async () => {
  const id = await waiting();
  answer = "ООО «Лютик»";
  await expect(approve(id)).rejects.toMatchObject({
    errors: {
      reasonID: [
        'В государственном реестре компания называется ООО «Лютик», здесь — ООО "РОМАШКА". Чтобы одобрить, укажите причину: в сообщениях будет название из реестра',
      ],
    },
  });
  expect(await named(id)).toMatchObject({ state: "MODERATION" });
  await approve(id, "Название бренда");
  expect(await named(id)).toMatchObject({ state: "ACTIVE", name: "ООО «Лютик»" });
});

test("no company of this ИНН needs a reason too, and messages name the ИНН", async () => {
  const id = await waiting();
  answer = null;
  await expect(approve(id)).rejects.toMatchObject({ errors: { reasonID: [expect.any(String)] } });
  await approve(id, "Показала выписку");
  const company = await named(id);
  expect(company).toMatchObject({ state: "ACTIVE", name: `Заказчик с ИНН ${company?.inn}` });
});

test("a register that is away refuses nobody; it is asked again until it answers", async () => {
  const id = await waiting();
  answer = "away";
  await approve(id);
  const company = await named(id);
  expect(company).toMatchObject({ state: "ACTIVE", name: `Заказчик с ИНН ${company?.inn}` });
  const task = registerNamesTask(platform());
  product.clock.advance(3_700_000);
  await task.run(new AbortController().signal);
  expect(await named(id)).toMatchObject({ name: `Заказчик с ИНН ${company?.inn}` });
  answer = "ООО «Ромашка»";
  product.clock.advance(3_700_000);
  await task.run(new AbortController().signal);
  expect(await named(id)).toMatchObject({ name: "ООО «Ромашка»" });
});
