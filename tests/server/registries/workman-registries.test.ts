import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedReference } from "#server/seed/seed-reference.ts";
import { personInn } from "#contract/values/check-digits.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-03-10T09:00:00Z");

let product: TestApp;
let account: number;
let owner: string;
let desk: RegistryDesk;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  product.clock.set(START);
  await db().transaction().execute(seedReference);
  account = await anAccount(db());
  owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
  desk = new RegistryDesk(product, "workman", owner);
});
afterAll(() => product.close());

let next = 0;
/** An unused phone. */
const aPhone = () => `7999${String((next += 1)).padStart(7, "0")}`;
const smsTo = async (phone: string) =>
  (
    await sql<{
      text: string;
    }>`
      SELECT text
      FROM sandbox.sms
      WHERE phone = ${phone} AND message_id LIKE 'workman-registration-%'
      ORDER BY id`.execute(db())
  ).rows.map((row) => row.text);
const linkIn = (text: string | undefined) => /wr=([0-9a-f]{32})$/.exec(text ?? "")?.[1] ?? "";
const statesOf = async (id: number) =>
  (await desk.items(id)).map(({ invitation }) => invitation?.state.id ?? null);
const guest = (method: "GET" | "POST", url: string, payload?: object) =>
  product.http.inject({ method, url, ...(payload ? { payload } : {}) });

/** Fills the form of the invitation link, as the page does. */
async function register(phone: string, workmanRegistrationID: string, more: object = {}) {
  await guest("POST", "/open-api/v1/auth/send-otp", { phoneNumber: phone, exists: false });
  const code = await codeOn(product, phone);
  return guest("POST", "/open-api/v1/auth/register", {
    data: {
      side: "workman",
      phoneNumber: phone,
      code,
      firstName: "Пётр",
      lastName: "Смирнов",
      acceptTerms: true,
      acceptDataPolicy: true,
      workmanRegistrationID,
      ...more,
    },
  });
}

describe("a registry of invitations", () => {
  test("sends a link to strangers, adds the registered to the favourites, passes over whom it has invited", async () => {
    const [stranger, invited] = [aPhone(), aPhone()];
    const [registered, favourite, black] = [await aWorkman(db()), await aWorkman(db()), aPhone()];
    await sql`
      INSERT INTO employments (account_id, workman_id, state, agreed_at)
      VALUES (${account}, ${favourite.id}, 'ACTIVE', now())`.execute(db());
    await sql`
      INSERT INTO blacklist_entries (account_id, phone, reason)
      VALUES (${account}, ${black}, 'OTHER')`.execute(db());
    await desk.execute(await desk.upload(registryCsv("workman", [{ phone: invited }])));

    const rows: Record<string, string>[] = [
      { phone: stranger, firstName: "Пётр" },
      { phone: registered.phone },
      { phone: favourite.phone },
      { phone: invited },
      { phone: black },
      { phone: owner },
      { phone: "123" },
    ];
    const id = await desk.upload(registryCsv("workman", rows));
    expect(
      (await desk.items(id)).map(({ errors, warnings }) =>
        [...errors, ...warnings].map(({ cause }) => cause),
      ),
    ).toEqual([
      [],
      ["already_registered"],
      ["already_favourite"],
      ["already_invited"],
      ["worker_blacklisted"],
      ["phone_of_customer"],
      ["phone_invalid"],
    ]);
    expect((await desk.dryRun(id)).effects).toEqual([
      "Будет отправлено: 1\u00A0СМС со ссылкой на регистрацию",
      "Уже зарегистрированы и будут добавлены в избранные: 1\u00A0исполнитель",
      "Будет пропущено: 2\u00A0строки, они уже приглашены или в избранных",
    ]);
    await desk.execute(id);
    expect((await desk.items(id)).map(({ state, result }) => [state.id, result])).toEqual([
      ["APPLIED", "Приглашение отправлено"],
      ["APPLIED", "Уже зарегистрирован — добавлен в избранные"],
      ["SKIPPED", "Уже в избранных"],
      ["SKIPPED", "Уже приглашён 10.03.2026"],
      ["VALIDATION_FAILED", null],
      ["VALIDATION_FAILED", null],
      ["VALIDATION_FAILED", null],
    ]);
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "PARTIALLY_EXECUTED" },
      doneCount: 4,
      failedCount: 0,
      errorsCount: 3,
    });
    expect((await desk.info(id)).values).toEqual({
      sentCount: 1,
      openedCount: 0,
      registeredCount: 0,
      favouritesCount: 1,
      waitingCount: 1,
    });
    expect(await smsTo(stranger)).toEqual([
      expect.stringMatching(
        /^ООО «Проба \d+» приглашает вас к сотрудничеству\. Зарегистрируйтесь: http.*\/workman-registry-invite\?wr=[0-9a-f]{32}$/,
      ),
    ]);
    expect(await smsTo(registered.phone)).toEqual([]);
    const { rows: ties } = await sql<{
      state: string;
    }>`
      SELECT state FROM employments WHERE account_id = ${account} AND workman_id = ${registered.id}`.execute(
      db(),
    );
    expect(ties).toEqual([{ state: "CONFIRMATION" }]);
    // Only the worker may tell whose phone it is.
    expect((await desk.items(id))[1]?.workman).toBeNull();
  });

  test("shows live how far each has come: sent, opened, registered; the person becomes a favourite who registers", async () => {
    const phone = aPhone();
    const id = await desk.upload(registryCsv("workman", [{ phone, firstName: "Пётр" }]));
    await desk.confirm(id);
    expect(await statesOf(id)).toEqual([null]);
    await product.runTasksUntilIdle();
    expect(await statesOf(id)).toEqual(["SENT"]);
    const link = linkIn((await smsTo(phone))[0]);
    expect(
      (await guest("GET", `/open-api/v1/auth/register/workman-registration/${link}`)).json(),
    ).toEqual({ firstName: "Пётр", phone, prepared: null });
    expect(await statesOf(id)).toEqual(["OPENED"]);
    expect((await register(aPhone(), link)).statusCode).toBe(422);
    expect((await register(phone, link)).statusCode).toBe(200);
    expect(await statesOf(id)).toEqual(["REGISTERED"]);
    expect((await desk.items(id))[0]?.employeeID).toBeGreaterThan(0);
    const { rows } = await sql<{ state: string; worker: string }>`
      SELECT e.state, w.state AS worker
      FROM employments e
      JOIN workmen w ON w.id = e.workman_id
      JOIN people p ON p.id = w.person_id
      WHERE e.account_id = ${account} AND p.phone = ${phone}`.execute(db());
    expect(rows).toEqual([{ state: "REGISTRATION", worker: "DRAFT" }]);
    expect(
      (await guest("GET", `/open-api/v1/auth/register/workman-registration/${link}`)).json(),
    ).toMatchObject({ reason: "used" });
  });

  test("cancels some or all; a cancelled link opens nothing and says why", async () => {
    const phones = [aPhone(), aPhone(), aPhone()];
    const id = await desk.upload(
      registryCsv(
        "workman",
        phones.map((phone) => ({ phone })),
      ),
    );
    await desk.execute(id);
    const [first] = await desk.items(id);
    const cancel = (body: object) => desk.call("POST", "/client-api/workman-registry/cancel", body);
    expect((await cancel({ itemIDs: [first?.id] })).json()).toEqual({ canceledCount: 1 });
    expect(await statesOf(id)).toEqual(["CANCELED", "SENT", "SENT"]);
    expect(
      (
        await guest(
          "GET",
          `/open-api/v1/auth/register/workman-registration/${linkIn((await smsTo(phones[0] ?? ""))[0])}`,
        )
      ).json(),
    ).toMatchObject({ reason: "canceled" });
    expect((await cancel({ itemIDs: [first?.id] })).statusCode).toBe(409);
    expect((await cancel({ registryID: id })).json()).toEqual({ canceledCount: 2 });
    expect((await cancel({})).statusCode).toBe(422);
    const stranger = new RegistryDesk(
      product,
      "workman",
      (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone,
    );
    expect(
      (await stranger.call("POST", "/client-api/workman-registry/cancel", { registryID: id }))
        .statusCode,
    ).toBe(404);
    const list = await desk.call("POST", "/client-api/workman-registry/invited/list", {
      registryID: id,
      states: ["CANCELED"],
    });
    expect(list.json()).toMatchObject({
      meta: { total: 3 },
      items: [{ phone: phones[2] }, { phone: phones[1] }, { phone: phones[0] }],
    });
    expect(
      (
        await desk.call("POST", "/client-api/workman-registry/invited/list", {
          registryID: id,
          onlyWaiting: true,
        })
      ).json(),
    ).toMatchObject({ meta: { total: 0 } });
  });

  test("an expired link is sent again as a new one; the old one opens nothing", async () => {
    const phone = aPhone();
    const id = await desk.upload(registryCsv("workman", [{ phone }]));
    await desk.execute(id);
    const resend = () =>
      desk.call("POST", "/open-api/v1/workman-registries/invitations/resend", { registryID: id });
    expect((await resend()).statusCode).toBe(409);
    product.clock.set(new Date(START.getTime() + 15 * DAY_MS));
    try {
      expect(await statesOf(id)).toEqual(["EXPIRED"]);
      expect((await resend()).json()).toEqual({ sentCount: 1 });
      await product.runTasksUntilIdle();
      const [old, fresh] = await smsTo(phone);
      expect(
        (await guest("GET", `/open-api/v1/auth/register/workman-registration/${linkIn(old)}`))
          .statusCode,
      ).toBe(404);
      expect(
        (
          await guest("GET", `/open-api/v1/auth/register/workman-registration/${linkIn(fresh)}`)
        ).json(),
      ).toMatchObject({ phone });
      expect(await statesOf(id)).toEqual(["OPENED"]);
    } finally {
      product.clock.set(START);
    }
  });

  test("a stranger gets three messages a day at most, whoever sends them", async () => {
    const phone = aPhone();
    const outcomes: (string | undefined)[] = [];
    for (let company = 0; company < 4; company += 1) {
      const other = new RegistryDesk(
        product,
        "workman",
        (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone,
      );
      const id = await other.upload(registryCsv("workman", [{ phone }]));
      await other.execute(id);
      outcomes.push((await other.items(id))[0]?.state.id);
    }
    expect(outcomes).toEqual(["APPLIED", "APPLIED", "APPLIED", "APPLY_FAILED"]);
    expect(await smsTo(phone)).toHaveLength(3);
  });

  test("recruiters manage it; observers see masked phones; others are refused", async () => {
    const phone = aPhone();
    const recruiter = new RegistryDesk(
      product,
      "workman",
      (await aPersonWithRole(db(), account, "RECRUITER")).phone,
    );
    const id = await recruiter.upload(
      registryCsv("workman", [{ phone, inn: personInn("7712345678") }]),
    );
    await recruiter.execute(id);
    const viewer = new RegistryDesk(
      product,
      "workman",
      (await aPersonWithRole(db(), account, "VIEWER")).phone,
    );
    expect((await viewer.items(id))[0]?.cells).toMatchObject({
      phone: expect.stringContaining("***"),
      inn: "***",
    });
    expect((await viewer.items(id, `?search=${phone}`)).length).toBe(0);
    expect(
      (
        await viewer.call("POST", "/client-api/workman-registry/invited/list", { registryID: id })
      ).json<{ items: { phone: string }[] }>().items[0]?.phone,
    ).toContain("***");
    expect(
      (await viewer.call("POST", "/client-api/workman-registry/cancel", { registryID: id }))
        .statusCode,
    ).toBe(403);
    const finance = new RegistryDesk(
      product,
      "workman",
      (await aPersonWithRole(db(), account, "FINANCE_MANAGER")).phone,
    );
    expect((await finance.send(registryCsv("workman", [{ phone: aPhone() }]))).statusCode).toBe(
      403,
    );
    const manager = new RegistryDesk(
      product,
      "workman",
      (await aPersonWithRole(db(), account, "PROJECT_MANAGER")).phone,
    );
    expect((await manager.call("GET", `${manager.path}/${id}/info`)).statusCode).toBe(403);
  });

  test("rows are pasted without a header, and repeats of a phone are told", async () => {
    const [one, two] = [aPhone(), aPhone()];
    const pasted = await desk.paste(`${one}\tПётр\n8${two.slice(1)}\tАнна\n${one}\tПётр`);
    expect(pasted.statusCode).toBe(200);
    await product.runTasksUntilIdle();
    const { id } = pasted.json<{ id: number }>();
    expect(
      (await desk.items(id)).map(({ errors, healedColumns }) => [
        errors.map(({ message }) => message),
        healedColumns,
      ]),
    ).toEqual([
      [[], []],
      [[], ["phone"]],
      [["Телефон уже указан в строке 1"], []],
    ]);
    const [first] = await desk.items(id);
    expect(
      (await desk.call("DELETE", `/open-api/v1/workman-registry-items/${first?.id}`)).statusCode,
    ).toBe(200);
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      rowsCount: 2,
      readyCount: 2,
    });
  });
});
