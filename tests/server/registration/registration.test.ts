import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { companyInn, personInn } from "#contract/values/check-digits.ts";
import { sandboxMail } from "#server/integrations/mail/sandbox.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import { sendLeadsTask } from "#server/modules/registration/tasks/send-leads.ts";
import { DEMO_INVITATIONS } from "#server/seed/seed-demo-invitations.ts";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { isOgrn, isOgrnip } from "#contract/values/ogrn.ts";
import { ENTRY_LIMITS } from "#server/modules/registration/entry-limits.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";

const AUTH = "/open-api/v1/auth";
const { jobInvite, registry } = DEMO_INVITATIONS;

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());
beforeEach(async () => {
  await sql`DELETE FROM entry_attempts`.execute(demo.database.kysely);
  await sql`DELETE FROM one_time_codes`.execute(demo.database.kysely);
});

const post = (path: string, payload: object, headers?: Record<string, string>) =>
  demo.call(null, "POST", AUTH + path, payload, headers);

async function code(phone: string): Promise<string> {
  await sql`DELETE FROM sandbox.sms WHERE phone = ${phone}`.execute(demo.database.kysely);
  await post("/send-otp", { phoneNumber: phone, exists: false });
  return codeOn(demo, phone);
}

let phones = 0;
const newPhone = () => `7915000${String((phones += 1)).padStart(4, "0")}`;
const agreed = { acceptTerms: true, acceptDataPolicy: true };

async function one<Row>(query: RawBuilder<Row>): Promise<Row | undefined> {
  return (await query.execute(demo.database.kysely)).rows[0];
}

describe("before registration", () => {
  test("a company's ИНН is answered with what the state register says of it", async () => {
    const inn = companyInn("770912345");
    const { status, body } = await post("/registration-context", {
      inn: `7709 123 45${inn.at(-1)}`,
      type: "account",
    });
    const company = body["company"] as {
      companyDetailsName: string;
      ogrn: string;
      legalAddress: string;
    };
    expect([status, body["inn"], isOgrn(company.ogrn)]).toEqual([200, inn, true]);
    expect(company.companyDetailsName).toMatch(/^Общество с ограниченной ответственностью «.+»$/);
    expect((await post("/registration-context", { inn, type: "account" })).body).toEqual(body);
    const trader = (
      await post("/registration-context", { inn: personInn("7709123456"), type: "account" })
    ).body["company"] as { ogrn: string; kpp: null };
    expect([isOgrnip(trader.ogrn), trader.kpp]).toEqual([true, null]);
    expect(
      (await post("/registration-context", { inn: companyInn("770900000"), type: "account" })).body,
    ).toMatchObject({ company: null });
  });

  test("a wrong ИНН is told by what is wrong, a company that is here already by the way in", async () => {
    expect(
      (await post("/registration-context", { inn: "7707083892", type: "account" })).body,
    ).toMatchObject({ errors: { inn: ["Неверная контрольная сумма ИНН. Проверьте цифры"] } });
    expect(
      (await post("/registration-context", { inn: "77070838931", type: "account" })).body,
    ).toMatchObject({ errors: { inn: ["ИНН компании — 10 цифр, предпринимателя — 12"] } });
    expect(
      (await post("/registration-context", { inn: "7707083893", type: "workman" })).body,
    ).toMatchObject({ errors: { inn: ["ИНН исполнителя — 12 цифр"] } });
    const known = await one(sql<{ inn: string }>`SELECT inn FROM accounts WHERE id = 1`);
    expect(await post("/registration-context", { inn: known?.inn, type: "account" })).toMatchObject(
      {
        status: 409,
        body: { message: expect.stringMatching(/^Компания с этим ИНН уже зарегистрирована/) },
      },
    );
  });

  test("of a person it never tells whether he is registered, and a machine is stopped", async () => {
    const known = await one(
      sql<{ inn: string }>`SELECT inn FROM workmen WHERE inn IS NOT NULL ORDER BY id LIMIT 1`,
    );
    const ofKnown = (await post("/registration-context", { inn: known?.inn, type: "workman" }))
      .body;
    const ofNobody = (
      await post("/registration-context", { inn: personInn("7709123457"), type: "workman" })
    ).body;
    expect({ ...ofKnown, inn: "" }).toEqual({ ...ofNobody, inn: "" });
    expect(ofKnown).toMatchObject({
      taxPayerType: "SMZ",
      requiredDocuments: [{ id: "passport", title: "Паспорт" }],
    });
    const statuses = new Set<number>();
    for (let turn = 0; turn < ENTRY_LIMITS["registration-context"]; turn += 1)
      statuses.add(
        (await post("/registration-context", { inn: companyInn("770912345"), type: "account" }))
          .status,
      );
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe("an invitation", () => {
  const open = async (kind: "workman-invite" | "workman-registration", id: string) => {
    const { status, body } = await demo.call(null, "GET", `${AUTH}/register/${kind}/${id}`);
    return [status, body["code"] ?? body["firstName"], body["reason"] ?? body["phone"]];
  };

  test("names the invited person while it is good, and says what became of it when not", async () => {
    expect(await open("workman-invite", jobInvite.valid)).toEqual([200, "Лариса", "79000000301"]);
    expect(await open("workman-invite", jobInvite.used)).toEqual([409, "conflict", "used"]);
    expect(await open("workman-invite", jobInvite.expired)).toEqual([409, "conflict", "expired"]);
    expect(await open("workman-invite", "0".repeat(32))).toEqual([404, "not_found", undefined]);
    expect(await open("workman-registration", registry.valid)).toEqual([
      200,
      "Тимофей",
      "79000000304",
    ]);
    expect(await open("workman-registration", registry.used)).toEqual([409, "conflict", "used"]);
    expect(await open("workman-registration", registry.expired)).toEqual([
      409,
      "conflict",
      "expired",
    ]);
    // An id of one kind opens nothing of another, and has one spelling.
    expect(await open("workman-registration", jobInvite.valid)).toEqual([
      404,
      "not_found",
      undefined,
    ]);
    expect((await open("workman-invite", jobInvite.valid.toUpperCase()))[0]).toBe(422);
  });

  test("cannot be guessed at: misses are counted, good ones are not", async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < ENTRY_LIMITS.invitation + 2; turn += 1)
      statuses.push((await open("workman-invite", String(turn).padStart(32, "0")))[0] as number);
    expect(statuses.slice(-3)).toEqual([404, 429, 429]);
    demo.clock.advance(3_601_000);
    for (let turn = 0; turn < ENTRY_LIMITS.invitation + 2; turn += 1)
      expect((await open("workman-invite", jobInvite.valid))[0]).toBe(200);
  });

  test("is found on the helper page with its link and its state", async () => {
    const { items } = (await demo.call(null, "GET", "/sandbox/api/invitations")).body;
    expect(items?.map((item) => [item["kind"], item["state"]]).sort()).toEqual([
      ["wi", "expired"],
      ["wi", "used"],
      ["wi", "valid"],
      ["wr", "expired"],
      ["wr", "used"],
      ["wr", "valid"],
    ]);
    expect(items?.map((item) => item["address"])).toContain(
      `/workman-invite?wi=${jobInvite.valid}`,
    );
    expect((await demo.call(null, "GET", "/sandbox/api/codes")).body.items).toEqual([]);
  });
});

describe("registration of a customer", () => {
  test("makes a company in moderation and its owner, signed in, with the versions of what was agreed to", async () => {
    const phone = newPhone();
    const inn = companyInn("770955555");
    const data = {
      side: "account",
      phoneNumber: phone,
      code: await code(phone),
      firstName: "Ольга",
      lastName: "Ветрова",
      email: "olga@company.example",
      inn,
      utm: { utm_source: "news" },
      ...agreed,
    };
    const answer = await post("/register", { data });
    expect([answer.status, String(answer.headers["set-cookie"])]).toEqual([
      200,
      expect.stringContaining("refresh="),
    ]);
    const mine = await demo.http.inject({
      method: "GET",
      url: "/client-api/user/my-info",
      headers: { authorization: `Bearer ${String(answer.body["accessToken"])}` },
    });
    expect(mine.json()).toMatchObject({
      name: "Ветрова Ольга",
      phone,
      role: { id: "OWNER" },
      isWorkman: false,
      accounts: [{ stateID: "MODERATION", companyDetailsName: expect.stringMatching(/^ООО «/) }],
    });
    const versions = await sql<{ document: string; version: string }>`
      SELECT document, version
      FROM consents
      JOIN people p ON p.id = person_id
      WHERE p.phone = ${phone}
      ORDER BY 1`.execute(demo.database.kysely);
    expect(versions.rows).toEqual([
      { document: "data-policy", version: expect.stringMatching(/^\d{4}-/) },
      { document: "terms-of-use", version: expect.any(String) },
    ]);
    expect((await demo.call(null, "GET", "/sandbox/api/moderation")).body.items).toContainEqual(
      expect.objectContaining({ kind: "account" }),
    );

    const second = newPhone();
    expect(
      await post("/register", { data: { ...data, phoneNumber: second, code: await code(second) } }),
    ).toMatchObject({ status: 409 });
    expect(await one(sql`SELECT 1 FROM people WHERE phone = ${second}`)).toBeUndefined();
  });

  test("asks for the company's name when the register does not know the ИНН", async () => {
    const phone = newPhone();
    const data = {
      side: "account",
      phoneNumber: phone,
      code: await code(phone),
      inn: companyInn("770900000"),
      ...agreed,
    };
    expect((await post("/register", { data })).body).toMatchObject({
      errors: { "data.companyName": [expect.stringContaining("Укажите название")] },
    });
    // The refusal did not consume the code.
    expect(
      (await post("/register", { data: { ...data, companyName: "ООО «Новички»" } })).status,
    ).toBe(200);
  });

  test("needs the right code, both consents and right fields, all told at once", async () => {
    const phone = newPhone();
    const right = await code(phone);
    const data = {
      side: "account",
      phoneNumber: phone,
      code: right,
      inn: companyInn("770977777"),
      ...agreed,
    };
    const wrong = await post("/register", {
      data: { ...data, inn: "7707083892", firstName: "Ольга1", email: "olga", cityID: 999_999 },
    });
    expect(Object.keys(wrong.body["errors"] as object).sort()).toEqual([
      "data.cityID",
      "data.email",
      "data.firstName",
      "data.inn",
    ]);
    expect((await post("/register", { data: { ...data, acceptDataPolicy: false } })).status).toBe(
      422,
    );
    expect(
      (await post("/register", { data: { ...data, utm: ["utm_source"] } })).body,
    ).toMatchObject({ errors: { "data.utm": expect.any(Array) } });
    expect(
      (
        await post("/register", {
          data: { ...data, code: right === "000000" ? "000001" : "000000" },
        })
      ).body,
    ).toMatchObject({ errors: { "data.code": ["Код неверный. Осталось попыток: 4"] } });
    expect((await post("/register", { data: { ...data, phoneNumber: CAST.owner } })).status).toBe(
      422,
    );
    expect(await one(sql`SELECT 1 FROM people WHERE phone = ${phone}`)).toBeUndefined();
  });
});

describe("registration of a worker", () => {
  test("makes a profile at the first step of the questionnaire", async () => {
    const phone = newPhone();
    const answer = await post("/register", {
      data: { side: "workman", phoneNumber: phone, code: await code(phone), ...agreed },
    });
    const mine = await demo.http.inject({
      method: "GET",
      url: "/client-api/workman/my-info",
      headers: { authorization: `Bearer ${String(answer.body["accessToken"])}` },
    });
    expect(mine.json()).toMatchObject({
      state: { id: "DRAFT" },
      registrationStatus: { id: "DRAFT" },
      currentStep: 0,
      taxpayerTypeID: "SMZ",
      firstName: null,
    });
    const foreign = newPhone();
    const data = {
      side: "workman",
      phoneNumber: foreign,
      code: await code(foreign),
      citizenshipID: "uz",
      ...agreed,
    };
    expect((await post("/register", { data })).body).toMatchObject({
      errors: { "data.citizenshipID": [expect.stringContaining("Узбекистан")] },
    });
    expect(
      (await post("/register", { data: { ...data, taxPayerType: "INDIVIDUAL" } })).status,
    ).toBe(200);
  });

  test("by an invite to a job brings the worker to the customer and the invite to the worker", async () => {
    const phone = "79000000301";
    const data = {
      side: "workman",
      phoneNumber: phone,
      code: await code(phone),
      firstName: "Лариса",
      workmanInviteID: jobInvite.valid,
      ...agreed,
    };
    const other = newPhone();
    expect(
      (await post("/register", { data: { ...data, phoneNumber: other, code: await code(other) } }))
        .body,
    ).toMatchObject({ errors: { "data.phoneNumber": [expect.stringContaining("другой номер")] } });
    const answer = await post("/register", { data });
    expect(answer.status).toBe(200);
    expect(
      (await demo.call(phone, "GET", "/client-api/job/get-invite-list")).body.items,
    ).toMatchObject([
      { title: "Собрать 400 интернет-заказов к распродаже", myInvite: { state: { id: "SENT" } } },
    ]);
    expect(
      await one(
        sql`
          SELECT e.state
          FROM employments e
          JOIN workmen w ON w.id = e.workman_id
          JOIN people p ON p.id = w.person_id
          WHERE p.phone = ${phone} AND e.account_id = 1`,
      ),
    ).toEqual({ state: "REGISTRATION" });
    expect(
      (await demo.call(null, "GET", `${AUTH}/register/workman-invite/${jobInvite.valid}`)).body,
    ).toMatchObject({ reason: "used" });
  });

  test("by a customer's registry fills the profile with what the registry says", async () => {
    const phone = "79000000304";
    expect(
      (
        await post("/register", {
          data: {
            side: "workman",
            phoneNumber: phone,
            code: await code(phone),
            workmanRegistrationID: registry.valid,
            ...agreed,
          },
        })
      ).status,
    ).toBe(200);
    expect((await demo.call(phone, "GET", "/client-api/workman/my-info")).body).toMatchObject({
      name: "Ильин Тимофей Андреевич",
      birthDate: "1994-02-19",
      inn: personInn("7709114482"),
      state: { id: "DRAFT" },
    });
  });
});

test("a lost answer is given anew for the same key, and no table keeps a token", async () => {
  const phone = newPhone();
  const key = { "idempotency-key": "registration-of-one-person" };
  const data = {
    side: "workman",
    phoneNumber: phone,
    code: await code(phone),
    firstName: "Нина",
    ...agreed,
  };
  const first = await post("/register", { data }, key);
  const second = await post("/register", { data }, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body["refreshToken"]).not.toBe(first.body["refreshToken"]);
  for (const answer of [first, second]) {
    const mine = await demo.http.inject({
      method: "GET",
      url: "/client-api/user/my-info",
      headers: { authorization: `Bearer ${String(answer.body["accessToken"])}` },
    });
    expect(mine.json()).toMatchObject({ phone });
  }
  expect(
    (
      await one(
        sql<{
          count: number;
        }>`
          SELECT count(*)::integer AS count
          FROM sessions s
          JOIN people p ON p.id = s.person_id
          WHERE p.phone = ${phone}`,
      )
    )?.count,
  ).toBe(1);
  const kept = await one(
    sql<{
      answer: object;
    }>`SELECT answer FROM idempotency_keys WHERE key = 'registration-of-one-person'`,
  );
  expect(Object.keys(kept?.answer ?? {}).sort()).toEqual(["at", "sessionId"]);
  expect(await post("/register", { data: { ...data, firstName: "Инна" } }, key)).toMatchObject({
    status: 409,
    body: { code: "idempotency_mismatch" },
  });
  demo.clock.advance(11 * 60_000);
  expect(await post("/register", { data }, key)).toMatchObject({
    status: 409,
    body: { message: "Вы уже зарегистрированы. Войдите по номеру телефона" },
  });
});

describe("a phone left to be called back", () => {
  const leave = (phone: string) =>
    demo.call(null, "POST", "/client-api/workman/leads", {
      phone,
      firstName: "Пётр",
      cityID: 2,
      comment: "Как <начать>?",
      acceptDataPolicy: true,
    });
  const send = (mail: MailGateway | null) =>
    sendLeadsTask({ db: demo.db.kysely, clock: demo.clock, mail }).run(
      new AbortController().signal,
    );
  const mails = async (phone: string) =>
    (
      await sql<{
        text: string;
        html: string;
      }>`
        SELECT text, html
        FROM sandbox.mails
        WHERE email = ${PLATFORM_COMPANY.email} AND text LIKE ${`%${phone}%`}`.execute(
        demo.database.kysely,
      )
    ).rows;

  test("goes to the support by e-mail, once however often it is left on a day, and the journal has it masked", async () => {
    const mail = sandboxMail(demo.database.kysely, demo.clock);
    for (const phone of ["8 (916) 123-45-67", "+79161234567"])
      expect((await leave(phone)).body).toEqual({ ok: true });
    await send(mail);
    await send(mail);
    const sent = await mails("+7 (916) 123 45 67");
    expect(sent).toEqual([
      {
        text: expect.stringMatching(
          /^Телефон: \+7 \(916\) 123 45 67\nИмя: Пётр\nГород: .+\nВопрос: Как <начать>\?\n/,
        ),
        html: expect.stringContaining("Как &lt;начать&gt;?"),
      },
    ]);
    const { rows } =
      await sql`SELECT after FROM audit_log WHERE event = 'workman.lead_left'`.execute(
        demo.database.kysely,
      );
    expect(rows).toEqual([
      { after: { phone: "+7 (916) *** ** 67" } },
      { after: { phone: "+7 (916) *** ** 67" } },
    ]);
    const withoutConsent = await demo.call(null, "POST", "/client-api/workman/leads", {
      phone: "79161234567",
    });
    expect(withoutConsent.status).toBe(422);
  });

  test("waits for a mail gateway, and is never given up: a refused message is sent again under its id", async () => {
    const phone = "79161234568";
    await leave(phone);
    const lead = () =>
      one(
        sql<{
          message_due_at: Date | null;
          sent_at: Date | null;
        }>`SELECT message_due_at, sent_at FROM workman_leads WHERE phone = ${phone}`,
      );
    await send(null);
    expect((await lead())?.sent_at).toBeNull();
    const real = sandboxMail(demo.database.kysely, demo.clock);
    const ids = new Set<string>();
    const deaf: MailGateway = {
      send: async (mail) => {
        ids.add(mail.id);
        await real.send(mail);
        throw new Error("connection reset");
      },
    };
    await sql`
      UPDATE workman_leads SET message_attempts = 30 WHERE phone = ${phone}`.execute(
      demo.database.kysely,
    );
    await send(deaf);
    const again = (await lead())?.message_due_at?.getTime() ?? 0;
    expect(again - demo.clock.now().getTime()).toBeLessThanOrEqual(128 * 60_000);
    await send(real);
    expect((await lead())?.sent_at).toBeNull();
    await sql`
      UPDATE workman_leads SET message_due_at = ${demo.clock.now()} WHERE phone = ${phone}`.execute(
      demo.database.kysely,
    );
    await send({ send: (mail) => (ids.add(mail.id), real.send(mail)) });
    expect(await lead()).toEqual({ message_due_at: null, sent_at: expect.any(Date) });
    expect([ids.size, (await mails("+7 (916) 123 45 68")).length]).toEqual([1, 1]);
  });

  test("comes from one address so many times an hour", async () => {
    for (let left = 0; left < ENTRY_LIMITS.lead; left += 1)
      expect((await leave(newPhone())).status).toBe(200);
    expect((await leave(newPhone())).body["message"]).toMatch(/Слишком много попыток/);
  });
});
