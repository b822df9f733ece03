import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RoleId } from "#contract/access/roles.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { REGISTRY_STATE, REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { addUser, aCustomer, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(2);
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const RULES = {
  items: [{ amountFrom: 1000, approversCount: 1, roleIDs: ["OWNER", "ADMIN", "FINANCE_MANAGER"] }],
};

let product: TestApp;
beforeAll(async () => {
  ({ product } = await aPayroll({ workers: WORKERS }));
});
afterAll(() => product.close());

type Cast = Record<"owner" | "admin" | "manager" | "second" | "accountant", PayrollDesk> & {
  customer: Customer;
  phones: Record<string, string>;
};
let seeds = 0;

/** A company with money, people and rules. */
async function aCompany(options: { funds?: bigint; rules?: object } = {}): Promise<Cast> {
  seeds += 1;
  const customer = await aCustomer(product.database.kysely, {
    seed: 500 + seeds,
    funds: options.funds ?? 10_000_000_00n,
  });
  const phones: Record<string, string> = { owner: customer.ownerPhone };
  const roles: readonly [string, RoleId][] = [
    ["admin", "ADMIN"],
    ["manager", "FINANCE_MANAGER"],
    ["second", "FINANCE_MANAGER"],
    ["accountant", "ACCOUNTANT"],
  ];
  for (const [index, [name, role]] of roles.entries()) {
    phones[name] = `7911${String(seeds).padStart(4, "0")}${String(index).padStart(3, "0")}`;
    await addUser(product.database.kysely, customer.accountId, { phone: phones[name], role });
  }
  const desk = (name: string) => new PayrollDesk(product, phones[name] ?? "");
  const cast = {
    owner: desk("owner"),
    admin: desk("admin"),
    manager: desk("manager"),
    second: desk("second"),
    accountant: desk("accountant"),
    customer,
    phones,
  };
  const saved = await cast.owner.call("PUT", "/account/approval-rules", options.rules ?? RULES);
  if (saved.statusCode !== 200) throw new Error(saved.body);
  return cast;
}

let lines = 0;
function aFile(): string {
  lines += 1;
  return payrollCsv(
    WORKERS.map(({ inn, fullName }, index) => ({
      inn,
      fullName,
      serviceCode: "0301",
      receiptText: `Доставка, рейс ${lines}-${index}`,
      workStart: "01.03.2026",
      workEnd: "05.03.2026",
      amount: "1000",
    })),
  );
}

/** Uploaded by the accountant, payment requested by the finance manager. */
async function aWaiting(cast: Cast): Promise<number> {
  const id = await cast.accountant.upload(aFile());
  const answer = await execute(cast, "manager", id);
  expect(answer.json()).toMatchObject({ state: { id: "APPROVAL" } });
  return id;
}

async function execute(cast: Cast, name: "manager" | "owner", id: number) {
  const sent = await cast[name].call("POST", `/payroll-registries/${id}/send-execute-code`, {
    version: 1,
    mode: "VALID_ONLY",
  });
  if (sent.statusCode !== 200) return sent;
  return cast[name].start(id, {
    version: 1,
    mode: "VALID_ONLY",
    otp: await codeOn(product, cast.phones[name] ?? ""),
  });
}

async function codeFor(
  cast: Cast,
  name: keyof typeof cast.phones & string,
  id: number,
): Promise<string> {
  const desk = cast[name as "owner"];
  const sent = await desk.call("POST", `/payroll-registries/${id}/send-approve-code`, {
    version: 1,
  });
  if (sent.statusCode !== 200) throw new Error(sent.body);
  return codeOn(product, cast.phones[name] ?? "");
}

async function approve(cast: Cast, name: "owner" | "admin" | "manager" | "second", id: number) {
  return cast[name].call("POST", `/payroll-registries/${id}/approve`, {
    version: 1,
    otp: await codeFor(cast, name, id),
  });
}

let joined = 0;

/** By invitation and codes, his own and the owner's, as people do. */
async function joins(cast: Cast, inviter: "admin" | "owner", roleID: RoleId): Promise<PayrollDesk> {
  const phone = `7912${String(seeds).padStart(4, "0")}${String((joined += 1)).padStart(3, "0")}`;
  cast.phones["newcomer"] = phone;
  await sql`INSERT INTO people (phone, name) VALUES (${phone}, 'Новый сотрудник')`.execute(
    product.database.kysely,
  );
  const newcomer = new PayrollDesk(product, phone);
  await cast[inviter].call("POST", "/account/loosening-code", { payer: { phone, roleID } });
  const invited = await cast[inviter].call("POST", "/account/users/", {
    name: "Новый сотрудник",
    phone,
    roleID,
    otp: await codeOn(product, cast.phones["owner"] ?? ""),
  });
  const { id } = invited.json<{ id: number }>();
  await newcomer.call("POST", `/me/account-invitations/${id}/send-code`);
  const accepted = await newcomer.call("POST", `/me/account-invitations/${id}/accept`, {
    otp: await codeOn(product, phone),
    roleID,
  });
  if (accepted.statusCode !== 200) throw new Error(accepted.body);
  return newcomer;
}

type Invited = Partial<Record<"admin" | "manager" | "second" | "accountant", string>>;

/** Who has invited whom, so many days ago. */
async function inviting(cast: Cast, invited: Invited, days = 1): Promise<void> {
  for (const [who, by] of Object.entries(invited))
    await sql`
      UPDATE account_users u
      SET invited_by = inviter.id, created_at = ${new Date(+product.clock.now() - days * 86_400_000)}
      FROM people p, people inviter
      WHERE u.account_id = ${cast.customer.accountId}
        AND p.id = u.person_id AND p.phone = ${cast.phones[who]}
        AND inviter.phone = ${cast.phones[by]}`.execute(product.database.kysely);
}

/** The administrator disables approvals by the owner's code. */
async function withoutRules(cast: Cast) {
  await cast.admin.call("POST", "/account/loosening-code", { approvalRules: [] });
  return cast.admin.call("PUT", "/account/approval-rules", {
    items: [],
    otp: await codeOn(product, cast.phones["owner"] ?? ""),
  });
}

const reject = (
  desk: PayrollDesk,
  id: number,
  body: object = { reasonID: "WRONG_AMOUNTS", comment: "Проверьте вторую строку" },
) => desk.call("POST", `/payroll-registries/${id}/reject`, body);
const balance = (cast: Cast) => balanceOfAccount(product.database.kysely, cast.customer.accountId);

async function noticesOf(phone: string | undefined): Promise<string[]> {
  const { rows } = await sql<{
    type: string;
  }>`
    SELECT n.type
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone ?? ""} AND n.type LIKE '%Approv%'
    ORDER BY n.id`.execute(product.database.kysely);
  return rows.map(({ type }) => type.split("\\").at(-1) ?? "");
}

async function journal(accountId: number): Promise<string[]> {
  const { rows } = await sql<{
    event: string;
  }>`
    SELECT event
    FROM audit_log
    WHERE account_id = ${accountId} AND event LIKE 'registry.%'
    ORDER BY id`.execute(product.database.kysely);
  return rows.map(({ event }) => event);
}

describe("a payment above the company's threshold", () => {
  test("waits for another person, freezes nothing meanwhile, and is paid once approved", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    expect(await balance(cast)).toMatchObject({ reserved: 0n });
    expect(await cast.owner.info(id)).toMatchObject({
      needsApproval: true,
      executedAt: null,
      approval: {
        requestedBy: { name: `Пользователь ${cast.phones["manager"]}` },
        tiers: [{ needed: 1, given: 0 }],
      },
    });
    expect(await noticesOf(cast.phones["owner"])).toEqual(["RegistryApprovalRequired"]);
    expect(await noticesOf(cast.phones["second"])).toEqual(["RegistryApprovalRequired"]);
    expect(await noticesOf(cast.phones["manager"])).toEqual([]);

    expect((await approve(cast, "owner", id)).json()).toMatchObject({ state: { id: "SCHEDULED" } });
    expect(await balance(cast)).toMatchObject({ reserved: 2060_00n });
    expect(await noticesOf(cast.phones["manager"])).toEqual(["RegistryApproved"]);
    expect(await noticesOf(cast.phones["accountant"])).toEqual(["RegistryApproved"]);
    product.clock.advance(10 * 60_000);
    await product.runTasksUntilIdle();
    expect(await cast.owner.info(id)).toMatchObject({
      state: { id: "EXECUTED" },
      paidCount: 2,
      approval: null,
      approvals: [{ decision: "approved", reason: null }],
    });
    expect(await journal(cast.customer.accountId)).toEqual(
      expect.arrayContaining(["registry.sent_for_approval", "registry.approved"]),
    );
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("below the threshold nobody else is asked", async () => {
    const cast = await aCompany({
      rules: { items: [{ amountFrom: 2000.01, approversCount: 1, roleIDs: ["OWNER"] }] },
    });
    const id = await cast.accountant.upload(aFile());
    expect(await cast.manager.info(id)).toMatchObject({ needsApproval: false });
    expect((await execute(cast, "manager", id)).json()).toMatchObject({
      state: { id: "SCHEDULED" },
    });
  });

  test("needs every rule it falls under to be met, each by different people", async () => {
    const cast = await aCompany({
      rules: {
        items: [
          { amountFrom: 0, approversCount: 2, roleIDs: ["OWNER", "ADMIN", "FINANCE_MANAGER"] },
          { amountFrom: 1500, approversCount: 1, roleIDs: ["OWNER"] },
          { amountFrom: 1_000_000, approversCount: 5, roleIDs: ["OWNER"] },
        ],
      },
    });
    const id = await aWaiting(cast);
    expect((await approve(cast, "second", id)).json()).toMatchObject({ state: { id: "APPROVAL" } });
    expect((await cast.second.registry(id)).permissions).toMatchObject({
      approve: false,
      forbidden: { approve: "Вы уже согласовали этот реестр" },
    });
    expect((await approve(cast, "admin", id)).json()).toMatchObject({ state: { id: "APPROVAL" } });
    expect((await cast.owner.info(id)).approval?.tiers).toMatchObject([
      { needed: 2, given: 2 },
      { needed: 1, given: 0 },
    ]);
    expect((await approve(cast, "owner", id)).json()).toMatchObject({ state: { id: "SCHEDULED" } });
  });

  test("a role whose rule is met already, or that no rule names, is told who decides", async () => {
    const cast = await aCompany({
      rules: { items: [{ amountFrom: 0, approversCount: 1, roleIDs: ["OWNER"] }] },
    });
    const id = await aWaiting(cast);
    expect((await cast.admin.registry(id)).permissions.forbidden["approve"]).toBe(
      "По правилам компании этот реестр согласует: Владелец",
    );
    expect(
      (await cast.admin.call("POST", `/payroll-registries/${id}/send-approve-code`, { version: 1 }))
        .statusCode,
    ).toBe(409);
    expect((await reject(cast.admin, id)).statusCode).toBe(409);
  });

  test("is not asked for when nobody could approve it", async () => {
    const cast = await aCompany({
      rules: { items: [{ amountFrom: 0, approversCount: 1, roleIDs: ["OWNER"] }] },
    });
    const id = await cast.accountant.upload(aFile());
    expect((await execute(cast, "owner", id)).json<{ message: string }>().message).toMatch(
      /^Согласовать выплату некому: нужно согласующих — 1 \(Владелец\), есть 0/,
    );
    expect((await cast.owner.dryRun(id)).json()).toMatchObject({
      canExecute: false,
      needsApproval: true,
    });
    expect((await cast.manager.dryRun(id)).json()).toMatchObject({
      canExecute: true,
      needsApproval: true,
    });
  });
});

describe("four eyes", () => {
  test("neither who asked nor who uploaded approves or rejects, by any call", async () => {
    const cast = await aCompany();
    const id = await cast.owner.upload(aFile());
    await execute(cast, "manager", id);
    for (const desk of [cast.owner, cast.manager]) {
      expect((await desk.registry(id)).permissions.approve).toBe(false);
      for (const [path, body] of [
        ["send-approve-code", { version: 1 }],
        ["approve", { version: 1, otp: "123456" }],
        ["reject", { reasonID: "OTHER" }],
      ] as const) {
        expect(
          (await desk.call("POST", `/payroll-registries/${id}/${path}`, body)).statusCode,
          path,
        ).toBe(409);
      }
    }
    expect(
      (
        await cast.accountant.call("POST", `/payroll-registries/${id}/approve`, {
          version: 1,
          otp: "123456",
        })
      ).statusCode,
    ).toBe(403);
    expect(await cast.owner.registry(id)).toMatchObject({ state: { id: "APPROVAL" } });
  });

  test("whom the requester or the author has invited within 30 days is no second person", async () => {
    const cast = await aCompany({
      rules: {
        items: [{ amountFrom: 1000, approversCount: 1, roleIDs: ["ADMIN", "FINANCE_MANAGER"] }],
      },
    });
    const newcomer = await joins(cast, "admin", "ADMIN");
    const [requested, uploaded] = [
      await cast.accountant.upload(aFile()),
      await cast.admin.upload(aFile()),
    ];
    await cast.admin.execute(requested);
    await execute(cast, "manager", uploaded);
    for (const id of [requested, uploaded]) {
      expect(await cast.owner.registry(id)).toMatchObject({ state: { id: "APPROVAL" } });
      const answer = await newcomer.call("POST", `/payroll-registries/${id}/send-approve-code`, {
        version: 1,
      });
      expect(answer.statusCode).toBe(409);
      expect(answer.json<{ message: string }>().message).toMatch(
        /^С тем, кто готовил, запросил или согласовал эту выплату, вас связывают приглашения/,
      );
    }
    expect(await noticesOf(cast.phones["newcomer"])).toEqual([]);
    expect((await approve(cast, "second", requested)).json()).toMatchObject({
      state: { id: "SCHEDULED" },
    });
    // Others, whom nobody of the registry has invited, are not held back: neither is he, for them.
    const foreign = await aWaiting(cast);
    expect((await newcomer.registry(foreign)).permissions.approve).toBe(true);
  });

  test("who has invited the requester within 30 days is no second person either, but the owner is", async () => {
    const cast = await aCompany({
      rules: { items: [{ amountFrom: 1000, approversCount: 1, roleIDs: ["OWNER", "ADMIN"] }] },
    });
    const refusals = async (inviter: "admin" | "owner") => {
      const newcomer = await joins(cast, inviter, "FINANCE_MANAGER");
      const id = await cast.accountant.upload(aFile());
      await newcomer.execute(id);
      return (await cast[inviter].registry(id)).permissions.forbidden["approve"] ?? null;
    };
    expect(await refusals("admin")).toMatch(
      /за последние 30 дней. Её согласует другой пользователь$/,
    );
    expect(await refusals("owner")).toBeNull();
  });

  // The accountant uploads, the manager requests.
  test.each<{ what: string; invited: Invited; days?: number; may: boolean }>([
    { what: "a common inviter", invited: { manager: "admin", second: "admin" }, may: false },
    { what: "the author's inviter", invited: { accountant: "admin", second: "admin" }, may: false },
    { what: "a chain down", invited: { admin: "manager", second: "admin" }, may: false },
    { what: "a chain up", invited: { manager: "admin", admin: "second" }, may: false },
    { what: "the owner", invited: { manager: "owner", second: "owner" }, may: true },
    {
      what: "one whom the owner has invited too",
      invited: { admin: "owner", manager: "owner", second: "admin" },
      may: true,
    },
    {
      what: "a common inviter a month ago",
      invited: { manager: "admin", second: "admin" },
      days: 30,
      may: true,
    },
  ])("a second person who is tied by $what: $may", async ({ invited, days = 29, may }) => {
    const cast = await aCompany();
    await inviting(cast, invited, days);
    const id = await aWaiting(cast);
    expect((await cast.second.registry(id)).permissions.approve).toBe(may);
    expect(await noticesOf(cast.phones["second"])).toHaveLength(may ? 1 : 0);
    expect((await cast.owner.registry(id)).permissions.approve).toBe(true);
  });

  test("an inviter who works in the company no more ties whom he has invited", async () => {
    const cast = await aCompany();
    await inviting(cast, { manager: "admin", second: "admin" });
    await sql`
      UPDATE account_users SET state = 'DISABLED'
      WHERE account_id = ${cast.customer.accountId} AND role = 'ADMIN'`.execute(
      product.database.kysely,
    );
    const id = await aWaiting(cast);
    expect((await cast.second.registry(id)).permissions.approve).toBe(false);
  });

  test("two who approve are tied to one another by nothing either, and are not counted as two", async () => {
    const cast = await aCompany({
      rules: {
        items: [{ amountFrom: 0, approversCount: 2, roleIDs: ["ADMIN", "FINANCE_MANAGER"] }],
      },
    });
    const early = await aWaiting(cast);
    await inviting(cast, { second: "admin" });
    await approve(cast, "admin", early);
    expect((await cast.second.registry(early)).permissions).toMatchObject({
      approve: false,
      forbidden: { approve: expect.stringContaining("связывают приглашения") },
    });
    expect((await cast.admin.registry(early)).permissions.forbidden).toMatchObject({
      approve: "Вы уже согласовали этот реестр",
    });
    const late = await cast.accountant.upload(aFile());
    expect((await cast.manager.dryRun(late)).json()).toMatchObject({
      obstacles: [expect.stringMatching(/нужно согласующих — 2 .*есть 1, кроме/)],
    });
  });

  test("a payment that only such a newcomer could approve is not asked for; after 30 days it is", async () => {
    const cast = await aCompany({
      rules: { items: [{ amountFrom: 1000, approversCount: 1, roleIDs: ["ADMIN"] }] },
    });
    const newcomer = await joins(cast, "admin", "ADMIN");
    const id = await cast.accountant.upload(aFile());
    expect((await cast.admin.dryRun(id)).json()).toMatchObject({
      canExecute: false,
      obstacles: [expect.stringMatching(/^Согласовать выплату некому.*за последние 30 дней/)],
    });
    await sql`
      UPDATE account_users
      SET created_at = created_at - interval '30 days'
      WHERE account_id = ${cast.customer.accountId} AND invited_by IS NOT NULL`.execute(
      product.database.kysely,
    );
    await cast.admin.execute(id);
    expect((await newcomer.registry(id)).permissions.approve).toBe(true);
  });

  test("rules are set by the owner and the administrator; approvers are roles that may approve", async () => {
    const cast = await aCompany();
    expect(
      (await cast.manager.call("PUT", "/account/approval-rules", { items: [] })).statusCode,
    ).toBe(403);
    expect((await cast.manager.call("GET", "/account/approval-rules")).json()).toEqual(RULES);
    expect(
      (
        await cast.admin.call("PUT", "/account/approval-rules", {
          items: [{ amountFrom: 1, approversCount: 1, roleIDs: ["VIEWER"] }],
        })
      ).json(),
    ).toMatchObject({
      errors: {
        "items.0.roleIDs": [
          expect.stringContaining("Владелец, Администратор, Финансовый менеджер"),
        ],
      },
    });
    expect(
      (
        await cast.admin.call("PUT", "/account/approval-rules", {
          items: [...RULES.items, ...RULES.items],
        })
      ).json(),
    ).toMatchObject({ errors: { "items.1.amountFrom": ["Для этой суммы правило уже есть"] } });
    expect(
      (
        await cast.admin.call("PUT", "/account/approval-rules", {
          items: [{ amountFrom: 0.001, approversCount: 1, roleIDs: ["OWNER"] }],
        })
      ).json(),
    ).toMatchObject({ errors: { "items.0.amountFrom": [expect.stringContaining("двух знаков")] } });
    expect((await withoutRules(cast)).json()).toEqual({ items: [] });
    expect(
      (await execute(cast, "manager", await cast.accountant.upload(aFile()))).json(),
    ).toMatchObject({ state: { id: "SCHEDULED" } });
  });

  test("rules changed while a registry waits do not change what it waits for", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    expect((await withoutRules(cast)).statusCode).toBe(200);
    expect(await cast.owner.info(id)).toMatchObject({
      state: { id: "APPROVAL" },
      approval: { tiers: [{ needed: 1, given: 0 }] },
    });
    expect((await cast.manager.registry(id)).permissions.approve).toBe(false);
  });
});

describe("a decision", () => {
  test("is taken by a code of this request; a wrong one approves nothing, without one it is asked for", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    expect(
      (await cast.owner.call("POST", `/payroll-registries/${id}/approve`, { version: 1 })).json(),
    ).toMatchObject({ code: "otp_required" });
    const otp = await codeFor(cast, "owner", id);
    const wrong = otp === "000000" ? "000001" : "000000";
    expect(
      (
        await cast.owner.call("POST", `/payroll-registries/${id}/approve`, {
          version: 1,
          otp: wrong,
        })
      ).json(),
    ).toMatchObject({ errors: { otp: ["Код неверный. Осталось попыток: 4"] } });
    // The owner's code is useless to the administrator.
    expect(
      (await cast.admin.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp }))
        .statusCode,
    ).toBe(422);
    const other = await cast.owner.call("POST", `/payroll-registries/${id}/approve`, {
      version: 2,
      otp,
    });
    expect(other.statusCode).toBe(409);
    expect(other.json()).toMatchObject({
      code: "changed",
      version: 1,
      message: expect.stringMatching(/Теперь к выплате 2.000,00.₽, строк без ошибок 2/),
    });
    expect(
      (await cast.owner.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp }))
        .statusCode,
    ).toBe(200);
  });

  test("pressed twice at once pays once", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    const otp = await codeFor(cast, "owner", id);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        cast.owner.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp }),
      ),
    );
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await balance(cast)).toMatchObject({ reserved: 2060_00n });
  });

  test("of two people at once, one for and one against, holds once", async () => {
    const cast = await aCompany();
    for (let round = 0; round < 5; round += 1) {
      const id = await aWaiting(cast);
      const otp = await codeFor(cast, "owner", id);
      const [yes, no] = await Promise.all([
        cast.owner.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp }),
        reject(cast.admin, id),
      ]);
      expect([yes.statusCode, no.statusCode].sort()).toEqual([200, 409]);
      expect((await cast.owner.registry(id)).state.id).toBe(
        yes.statusCode === 200 ? "SCHEDULED" : "READY",
      );
      product.clock.advance(10 * 60_000);
    }
    await product.runTasksUntilIdle();
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("of the two last approvers at once starts the payment once", async () => {
    const cast = await aCompany({
      rules: { items: [{ amountFrom: 0, approversCount: 2, roleIDs: ["OWNER", "ADMIN"] }] },
    });
    const id = await aWaiting(cast);
    const codes = [await codeFor(cast, "owner", id), await codeFor(cast, "admin", id)];
    const answers = await Promise.all(
      [cast.owner, cast.admin].map((desk, index) =>
        desk.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp: codes[index] }),
      ),
    );
    expect(answers.map((one) => one.json<{ state: { id: string } }>().state.id).sort()).toEqual([
      "APPROVAL",
      "SCHEDULED",
    ]);
    expect(await balance(cast)).toMatchObject({ reserved: 2060_00n });
  });

  test("with a balance that is too short leaves the registry waiting; after a top-up the same code approves it", async () => {
    const cast = await aCompany({ funds: 2000_00n });
    const id = await cast.accountant.upload(aFile());
    expect((await cast.manager.dryRun(id)).json()).toMatchObject({
      canExecute: true,
      obstacles: [],
      notes: [expect.stringContaining("Пополните баланс на 60,00")],
    });
    await execute(cast, "manager", id);
    const otp = await codeFor(cast, "owner", id);
    const short = await cast.owner.call("POST", `/payroll-registries/${id}/approve`, {
      version: 1,
      otp,
    });
    expect(short.json()).toMatchObject({
      code: "insufficient_funds",
      needed: 2060,
      available: 2000,
    });
    expect(await cast.owner.info(id)).toMatchObject({ state: { id: "APPROVAL" }, approvals: [] });
    const topUp = await product.http.inject({
      method: "POST",
      url: `/sandbox/api/accounts/${cast.customer.accountId}/top-up`,
      payload: { amount: 100 },
    });
    expect(topUp.statusCode).toBe(200);
    expect(
      (
        await cast.owner.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp })
      ).json(),
    ).toMatchObject({ state: { id: "SCHEDULED" } });
  });

  test("is refused when a row has gone bad meanwhile, and the registry may be sent back", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    const otp = await codeFor(cast, "owner", id);
    await sql`
      UPDATE workmen SET smz_state = 'NOACCESS' WHERE inn = ${WORKERS[0]?.inn}`.execute(
      product.database.kysely,
    );
    const answer = await cast.owner.call("POST", `/payroll-registries/${id}/approve`, {
      version: 1,
      otp,
    });
    await sql`UPDATE workmen SET smz_state = 'OK' WHERE inn = ${WORKERS[0]?.inn}`.execute(
      product.database.kysely,
    );
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ message: string }>().message).toContain(
      "Отклоните реестр, чтобы автор исправил строки",
    );
    expect(await balance(cast)).toMatchObject({ reserved: 0n });
  });

  test("against it needs a reason of the list, gives the registry back and tells its people why", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    expect((await reject(cast.owner, id, {})).statusCode).toBe(422);
    expect((await reject(cast.owner, id, { reasonID: "NO_SUCH" })).statusCode).toBe(422);
    expect((await reject(cast.owner, id)).json()).toMatchObject({ state: { id: "READY" } });
    expect(await cast.manager.info(id)).toMatchObject({
      approval: null,
      approvals: [
        {
          decision: "rejected",
          reason: { id: "WRONG_AMOUNTS", title: "Неверные суммы" },
          comment: "Проверьте вторую строку",
        },
      ],
      permissions: { update: true, canExecute: true },
    });
    for (const name of ["manager", "accountant"])
      expect((await noticesOf(cast.phones[name])).at(-1)).toBe("RegistryApprovalRejected");

    // A new request voids the earlier decision, even by the same person.
    product.clock.advance(2 * 60_000);
    expect((await execute(cast, "manager", id)).json()).toMatchObject({
      state: { id: "APPROVAL" },
    });
    expect((await approve(cast, "owner", id)).json()).toMatchObject({ state: { id: "SCHEDULED" } });
    expect((await cast.owner.info(id)).approvals.map(({ decision }) => decision)).toEqual([
      "approved",
      "rejected",
    ]);
  });

  test("comes too late for a registry that was cancelled while it waited", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    const otp = await codeFor(cast, "owner", id);
    expect((await cast.manager.cancel(id)).json()).toMatchObject({ state: { id: "CANCELED" } });
    expect(
      (
        await cast.owner.call("POST", `/payroll-registries/${id}/approve`, { version: 1, otp })
      ).json(),
    ).toMatchObject({ message: "Реестр отменён" });
    expect((await reject(cast.owner, id)).statusCode).toBe(409);
    expect(await balance(cast)).toMatchObject({ reserved: 0n });
  });

  test("made can be undone like any payment until its window ends", async () => {
    const cast = await aCompany();
    const id = await aWaiting(cast);
    await approve(cast, "owner", id);
    expect((await cast.manager.undo(id)).json()).toMatchObject({ state: { id: "READY" } });
    expect(await balance(cast)).toMatchObject({ reserved: 0n });
  });
});

test("in every state, exactly the actions of the table are possible", async () => {
  const cast = await aCompany();
  for (const { id: state } of REGISTRY_STATE.definitions) {
    // A person gets six codes a minute.
    product.clock.advance(60_000);
    const id = await aWaiting(cast);
    await sql`
      UPDATE registries SET state = ${state}, file_sha256 = NULL WHERE id = ${id}`.execute(
      product.database.kysely,
    );
    const may = {
      approve: canTransit(REGISTRY_TRANSITIONS, "approve", state, "account"),
      reject: canTransit(REGISTRY_TRANSITIONS, "rejectApproval", state, "account"),
    };
    const code = await cast.owner.call("POST", `/payroll-registries/${id}/send-approve-code`, {
      version: 1,
    });
    expect(code.statusCode, `code in ${state}`).toBe(may.approve ? 200 : 409);
    const missing = await cast.owner.call("POST", `/payroll-registries/${id}/approve`, {
      version: 1,
    });
    expect(missing.json<{ code: string }>().code, `approve in ${state}`).toBe(
      may.approve ? "otp_required" : "conflict",
    );
    expect((await reject(cast.owner, id)).statusCode, `reject in ${state}`).toBe(
      may.reject ? 200 : 409,
    );
    expect((await cast.manager.registry(id)).permissions.approve).toBe(false);
    // Keeps tasks from taking up states set by name only.
    await sql`UPDATE registries SET state = 'CANCELED' WHERE id = ${id}`.execute(
      product.database.kysely,
    );
  }
});

test("another company's registry is not found, whatever is asked of it", async () => {
  const cast = await aCompany();
  const stranger = await aCompany();
  const id = await aWaiting(cast);
  for (const [path, body] of [
    ["send-approve-code", { version: 1 }],
    ["approve", { version: 1, otp: "123456" }],
    ["reject", { reasonID: "OTHER" }],
  ] as const) {
    expect(
      (await stranger.owner.call("POST", `/payroll-registries/${id}/${path}`, body)).statusCode,
      path,
    ).toBe(404);
  }
});
