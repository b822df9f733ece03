import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tryAgain } from "#server/work/set-aside-commands.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { aCustomer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

let product: TestApp;
const db = () => product.database.kysely;
/** The database refuses what the condition does not allow, until the test ends. */
async function broken(table: string, condition: string): Promise<() => Promise<void>> {
  const name = "broken_by_test";
  const change = (text: string) => sql.raw(`ALTER TABLE ${table} ${text}`).execute(db());
  await change(`ADD CONSTRAINT ${name} CHECK (${condition}) NOT VALID`);
  return async () => void (await change(`DROP CONSTRAINT ${name}`));
}
async function setAside(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT task || ' ' || item AS text FROM set_aside_items ORDER BY 1`.execute(db());
  return rows.map(({ text }) => text);
}
async function again(task: string): Promise<void> {
  await tryAgain(product.database, task, null);
  await product.runTasksUntilIdle();
}

describe("a registry without money that meets an error of ours", () => {
  let accounts: number[];
  let desks: RegistryDesk[];
  beforeAll(async () => {
    product = await buildTestApp();
    product.clock.set(new Date("2026-03-10T09:00:00Z"));
    await db().transaction().execute(seedReference);
  });
  beforeEach(async () => {
    accounts = [await anAccount(db()), await anAccount(db())];
    desks = [];
    for (const account of accounts)
      desks.push(
        new RegistryDesk(product, "job", (await aPersonWithRole(db(), account, "OWNER")).phone),
      );
  });
  afterAll(() => product.close());

  const job = (description: string) =>
    registryCsv("job", [
      {
        title: "Доставка заказов по району",
        description: `Доставлять заказы пешком по району, ${description}`,
        serviceCode: "0301",
        budget: "2 500,00",
        finishDate: "20.03.2026",
      },
    ]);
  const upload = (text: string) => Promise.all(desks.map((desk) => desk.upload(job(text))));
  const states = (ids: readonly number[]) =>
    Promise.all(desks.map(async (desk, index) => (await desk.registry(ids[index] ?? 0)).state.id));

  test("is set aside when it is checked, and those of other companies are checked", async () => {
    const mend = await broken("registry_items", `account_id <> ${accounts[0]}`);
    const ids = await upload("утром");
    expect(await states(ids)).toEqual(["VALIDATING", "READY"]);
    const [desk] = desks as [RegistryDesk];
    const said = {
      state: { id: "VALIDATING", title: "Проверка отложена" },
      errorMessage: expect.stringMatching(/Проверить файл не удалось.*Платформа повторит сама/),
    };
    expect(await desk.registry(ids[0] ?? 0)).toMatchObject(said);
    expect((await desk.list())[0]).toMatchObject(said);
    const progress = await desk.call("GET", `${desk.path}/${ids[0]}/progress`);
    expect(progress.json()).toMatchObject({ state: said.state });
    expect(await setAside()).toEqual([`registries.check-job ${accounts[0]}-${ids[0]}`]);
    await mend();
    await again("registries.check-job");
    expect(await states(ids)).toEqual(["READY", "READY"]);
    expect(await setAside()).toEqual([]);
  });

  test("is set aside when its file is gone", async () => {
    const [desk, other] = desks as [RegistryDesk, RegistryDesk];
    const sent = await desk.send(job("днём"));
    const { id } = sent.json<{ id: number }>();
    await sql`
      UPDATE files SET storage_key = 'lost-' || id
      WHERE account_id = ${accounts[0]}`.execute(db());
    const good = await other.upload(job("днём"));
    expect((await other.registry(good)).state.id).toBe("READY");
    expect(await setAside()).toEqual([`registries.check-job ${accounts[0]}-${id}`]);
    await desk.call("POST", `${desk.path}/${id}/cancel`, { version: 1, stateID: "VALIDATING" });
    await sql`DELETE FROM set_aside_items`.execute(db());
  });

  test("is set aside when it is applied, and those of other companies are applied", async () => {
    const ids = await upload("вечером");
    const mend = await broken("jobs", `account_id <> ${accounts[0]}`);
    for (const [index, desk] of desks.entries()) await desk.execute(ids[index] ?? 0);
    expect(await states(ids)).toEqual(["EXECUTING", "EXECUTED"]);
    expect(await setAside()).toEqual([`registries.apply-job ${accounts[0]}-${ids[0]}`]);
    await mend();
    await again("registries.apply-job");
    expect(await states(ids)).toEqual(["EXECUTED", "EXECUTED"]);
    expect(await setAside()).toEqual([]);
  });

  test("a link that cannot be opened keeps no other link back", async () => {
    const phones = ["79995550001", "79995550002"];
    const inviting: [RegistryDesk, number][] = [];
    for (const [index, account] of accounts.entries()) {
      const { phone } = await aPersonWithRole(db(), account, "ADMIN");
      const desk = new RegistryDesk(product, "workman", phone);
      const id = await desk.upload(registryCsv("workman", [{ phone: phones[index] ?? "" }]));
      inviting.push([desk, id]);
    }
    for (const [desk, id] of inviting) await desk.confirm(id);
    const ids = inviting.map(([, id]) => id);
    // Sealed by a key that is lost.
    await sql`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.sealed_id := decode('00', 'hex'); RETURN NEW; END $$;
      CREATE TRIGGER spoil BEFORE INSERT ON workman_registrations
      FOR EACH ROW WHEN (NEW.phone = '79995550001') EXECUTE FUNCTION spoil()`.execute(db());
    await product.runTasksUntilIdle();
    const { rows } = await sql<{ phone: string; sent: boolean }>`
      SELECT phone, sent_at IS NOT NULL AS sent
      FROM workman_registrations
      WHERE registry_id = ANY (${ids}::integer[])
      ORDER BY phone`.execute(db());
    expect(rows).toEqual([
      { phone: "79995550001", sent: false },
      { phone: "79995550002", sent: true },
    ]);
  });
});

describe("a payroll that meets an error of ours", () => {
  const workers = makePayrollWorkers(2);
  let desks: PayrollDesk[];
  let accounts: number[];
  beforeAll(async () => {
    const payroll = await aPayroll({ workers, seed: 970, funds: 1_000_000_00n });
    product = payroll.product;
    const other = await aCustomer(db(), { seed: 971, funds: 1_000_000_00n });
    desks = [payroll.desk, new PayrollDesk(product, other.ownerPhone)];
    accounts = [payroll.customer.accountId, other.accountId];
  });
  afterAll(() => product.close());

  const states = (ids: readonly number[]) =>
    Promise.all(desks.map(async (desk, index) => (await desk.registry(ids[index] ?? 0)).state.id));
  async function confirmed(text: string): Promise<number[]> {
    const ids: number[] = [];
    for (const [index, desk] of desks.entries()) {
      const row = {
        inn: workers[index]?.inn ?? "",
        serviceCode: "0301",
        receiptText: `Доставка ${text}`,
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "1000",
      };
      const id = await desk.upload(payrollCsv([row]));
      await desk.execute(id);
      ids.push(id);
    }
    return ids;
  }

  test.each([
    ["registries.start-payroll", "registries", "state <> 'EXECUTING'", "SCHEDULED"],
    ["registries.execute-payroll", "payouts", "false", "EXECUTING"],
  ])("%s sets it aside, and others are paid", async (task, table, allowed, state) => {
    const ids = await confirmed(task);
    const mend = await broken(table, `account_id <> ${accounts[0]} OR ${allowed}`);
    product.clock.advance(5 * 60_000);
    await product.runTasksUntilIdle();
    expect((await states(ids))[0]).toBe(state);
    expect(await desks[0]?.registry(ids[0] ?? 0)).toMatchObject({
      state: { title: expect.stringMatching(/отложен/) },
      errorMessage: expect.stringContaining("Платформа повторит сама"),
    });
    expect((await states(ids))[1]).not.toBe("SCHEDULED");
    expect(await setAside()).toEqual([`${task} ${accounts[0]}-${ids[0]}`]);
    const paid = await sql`SELECT FROM payouts WHERE registry_id = ${ids[1]}`.execute(db());
    expect(paid.rows.length).toBe(1);
    await mend();
    await again(task);
    expect((await states(ids))[0]).not.toBe(state);
    expect(await setAside()).toEqual([]);
  });
});
