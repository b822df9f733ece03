import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CauseValues } from "#contract/registries/registry-repair.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { personInn } from "#contract/values/check-digits.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

let product: TestApp;
let account: number;
let desk: RegistryDesk;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  product.clock.set(new Date("2026-03-10T09:00:00Z"));
  await db().transaction().execute(seedReference);
  account = await anAccount(db());
  desk = new RegistryDesk(
    product,
    "workman-registration",
    (await aPersonWithRole(db(), account, "OWNER")).phone,
  );
});
afterAll(() => product.close());

let next = 0;
/** A correct row of an unknown person. */
function aRow(changed: Readonly<Record<string, string>> = {}): Record<string, string> {
  next += 1;
  const number = String(next).padStart(6, "0");
  return {
    phone: `79988${number}`,
    lastName: "Смирнов",
    firstName: "Пётр",
    middleName: "Ильич",
    taxpayerType: "Самозанятый",
    inn: personInn(`7788${number}`),
    gender: "М",
    birthDate: "17.05.1990",
    citizenship: "Россия",
    passportSeries: "45 11",
    passportNumber: String(640_000 + next),
    passportIssuedOn: "20.06.2010",
    passportIssuedBy: "ОВД района Тёплый Стан",
    passportDepartment: "770-001",
    address: "г. Москва, ул. Профсоюзная, д. 1",
    ...changed,
  };
}

describe("papers of several people with one mistake", () => {
  test("are corrected each by its own value, opened to who may edit only, and never journalled", async () => {
    const id = await desk.upload(
      registryCsv("workman-registration", [
        aRow({ passportNumber: "12345", lastName: "Первов" }),
        aRow({ passportNumber: "54321", lastName: "Второв" }),
        aRow(),
      ]),
    );
    const cause = { cause: "passport_number_invalid", column: "passportNumber" };
    const call = async (method: "GET" | "POST", path: string, body?: object) =>
      desk.call(method, `${desk.path}/${id}/${path}`, body);
    const query = `errors/values?cause=${cause.cause}&column=${cause.column}`;
    const { rows, version } = (await call("GET", query)).json<CauseValues>();
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ["Первов Пётр Ильич", "12345"],
      ["Второв Пётр Ильич", "54321"],
    ]);
    const named = rows.map((one, at) => ({ id: one.id, to: `64999${at}` }));
    const answer = await call("POST", "repair", { version, ...cause, rows: named });
    expect(answer.json()).toMatchObject({ changedCount: 2 });
    expect((await desk.registry(id)).errorsCount).toBe(0);
    expect((await desk.items(id)).map(({ cells }) => cells["passportNumber"]).slice(0, 2)).toEqual([
      "649990",
      "649991",
    ]);
    const { rows: journal } = await sql<{ text: string }>`
      SELECT to_jsonb(a)::text AS text FROM audit_log a`.execute(db());
    expect(journal.map(({ text }) => text).join()).not.toMatch(/64999|12345/);
    const observer = new RegistryDesk(
      product,
      "workman-registration",
      (await aPersonWithRole(db(), account, "VIEWER")).phone,
    );
    expect((await observer.call("GET", `${desk.path}/${id}/${query}`)).statusCode).toBe(403);
  });
});

describe("a file of registrations", () => {
  test("is checked by every rule of a person's papers", async () => {
    const known = await aWorkman(db());
    const other = await aWorkman(db());
    const mistakes: [Record<string, string>, string, string][] = [
      [{ middleName: "" }, "middleName", "middle_name_required"],
      [{ taxpayerType: "Фирма" }, "taxpayerType", "taxpayer_type_unknown"],
      [{ inn: "770000000000" }, "inn", "inn_checksum"],
      [{ birthDate: "11.03.2008", passportIssuedOn: "01.03.2026" }, "birthDate", "age_too_young"],
      [{ citizenship: "Атлантида" }, "citizenship", "citizenship_unknown"],
      [
        {
          citizenship: "Узбекистан",
          passportSeries: "AA",
          passportNumber: "1234567",
          patentNumber: "77",
          migrationCardNumber: "1",
        },
        "citizenship",
        "citizenship_no_npd",
      ],
      [{ citizenship: "Грузия" }, "citizenship", "citizenship_not_supported"],
      [{ passportSeries: "451" }, "passportSeries", "passport_series_invalid"],
      [{ passportNumber: "12345" }, "passportNumber", "passport_number_invalid"],
      [{ passportIssuedOn: "16.05.2004" }, "passportIssuedOn", "passport_issued_early"],
      [{ passportIssuedOn: "11.03.2026" }, "passportIssuedOn", "date_in_future"],
      [{ passportDepartment: "770001" }, "passportDepartment", "passport_department_invalid"],
      [{ taxpayerType: "Физлицо" }, "snils", "snils_required"],
      [{ snils: "112-233-445 96" }, "snils", "snils_invalid"],
      [{ address: "Москва" }, "address", "address_length"],
      [{ bik: "044525225" }, "accountNumber", "bank_pair"],
      [
        { bik: "044525225", accountNumber: "40817810000000000001" },
        "accountNumber",
        "account_not_of_bank",
      ],
      [{ cardNumber: "2200 0000 0000 0004" }, "cardNumber", "card_in_file"],
      [{ taxpayerType: "ИП" }, "ogrnip", "ogrnip_required"],
      [
        {
          taxpayerType: "Физлицо",
          citizenship: "Таджикистан",
          snils: "112-233-445 95",
          passportSeries: "A",
          passportNumber: "1",
          migrationCardNumber: "1",
        },
        "patentNumber",
        "patent_required",
      ],
      [{ phone: known.phone, inn: other.inn }, "phone", "phone_of_another"],
      [{ email: "пётр" }, "email", "email_invalid"],
    ];
    const id = await desk.upload(
      registryCsv("workman-registration", [
        ...mistakes.map(([changed]) => aRow(changed)),
        aRow(),
        aRow({ inn: known.inn }),
        aRow({ middleName: "", noMiddleName: "Да" }),
      ]),
    );
    const items = await desk.items(id, "?perPage=100");
    expect(items.map(({ errors }) => errors.map(({ column, cause }) => [column, cause]))).toEqual([
      ...mistakes.map(([, column, cause]) => [[column, cause]]),
      [],
      [],
      [],
    ]);
    expect(items[mistakes.length + 1]?.warnings.map(({ cause }) => cause)).toEqual([
      "already_registered",
    ]);
  });

  test("keeps personal data sealed, masks them for those who may not read them, and does not keep the file", async () => {
    const row = aRow();
    const id = await desk.upload(
      registryCsv("workman-registration", [row, aRow({ passportNumber: "1" })]),
    );
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT string_agg(i::text, '')
        FROM registry_items i
        WHERE registry_id = ${id}) || (SELECT string_agg(r::text, '')
        FROM registries r
        WHERE id = ${id}) AS text`.execute(db());
    for (const secret of [
      row["passportNumber"],
      row["address"],
      "17.05.1990",
      "1990-05-17",
      "Тёплый Стан",
      "770-001",
    ])
      expect(rows[0]?.text).not.toContain(secret);
    expect(
      (await sql`SELECT 1 FROM files WHERE account_id = ${account}`.execute(db())).rows,
    ).toHaveLength(0);
    expect((await desk.call("GET", `${desk.path}/${id}/file`)).statusCode).toBe(404);

    expect((await desk.items(id))[0]?.cells).toMatchObject({
      passportNumber: row["passportNumber"],
      address: row["address"],
    });
    const viewer = new RegistryDesk(
      product,
      "workman-registration",
      (await aPersonWithRole(db(), account, "VIEWER")).phone,
    );
    expect((await viewer.items(id))[0]?.cells).toMatchObject({
      lastName: "Смирнов",
      passportNumber: "***",
      address: "***",
      birthDate: "***",
      inn: "***",
      phone: expect.stringContaining("***"),
    });
    const finance = new RegistryDesk(
      product,
      "workman-registration",
      (await aPersonWithRole(db(), account, "FINANCE_MANAGER")).phone,
    );
    expect((await finance.items(id))[0]?.cells).toMatchObject({
      passportNumber: row["passportNumber"],
    });
    expect((await finance.call("GET", `${desk.path}/${id}/errors/download`)).statusCode).toBe(403);

    // Corrections in place and by file keep it sealed.
    const [, wrong] = await desk.items(id);
    expect(
      (await desk.updateItem(wrong?.id ?? 0, { passportNumber: "654321" })).json(),
    ).toMatchObject({ state: { id: "READY_TO_APPLY" } });
    const after = await sql<{
      text: string;
    }>`
      SELECT string_agg(i::text, '') AS text FROM registry_items i WHERE registry_id = ${id}`.execute(
      db(),
    );
    expect(after.rows[0]?.text).not.toContain("654321");
  });

  test("the file alone activates nobody: the person opens his link, proves his phone and agrees; his data are his then", async () => {
    const row = aRow({ bik: "", email: "petr@example.ru" });
    const phone = row["phone"] ?? "";
    const id = await desk.upload(registryCsv("workman-registration", [row]));
    await desk.execute(id);
    expect(
      (await sql`SELECT 1 FROM people WHERE phone = ${phone}`.execute(db())).rows,
    ).toHaveLength(0);
    const { rows: sent } = await sql<{
      text: string;
    }>`SELECT text FROM sandbox.sms WHERE phone = ${phone}`.execute(db());
    expect(sent[0]?.text).toMatch(
      /готовит вашу регистрацию.*\/workman-registry-registration\?wr=[0-9a-f]{32}$/,
    );
    expect(sent[0]?.text).not.toContain(row["inn"]);
    const link = /wr=([0-9a-f]{32})$/.exec(sent[0]?.text ?? "")?.[1];
    const stored = await sql<{
      text: string;
    }>`SELECT r::text AS text FROM workman_registrations r WHERE phone = ${phone}`.execute(db());
    expect(stored.rows[0]?.text).not.toContain(row["address"]);

    const post = (url: string, payload: object) =>
      product.http.inject({ method: "POST", url, payload });
    await post("/open-api/v1/auth/send-otp", { phoneNumber: phone, exists: false });
    const data = {
      side: "workman",
      phoneNumber: phone,
      code: await codeOn(product, phone),
      firstName: "",
      lastName: "",
      workmanRegistrationID: link,
    };
    expect((await post("/open-api/v1/auth/register", { data })).statusCode).toBe(422);
    expect(
      (
        await post("/open-api/v1/auth/register", {
          data: {
            ...data,
            acceptTerms: true,
            acceptDataPolicy: true,
            firstName: "Пётр",
            lastName: "Смирнов",
          },
        })
      ).statusCode,
    ).toBe(200);
    const { rows } = await sql<{
      state: string;
      inn: string;
      birth_date: string;
      sealed_profile: Buffer;
      email: string;
      consents: number;
      tie: string;
    }>`
      SELECT w.state, w.inn, w.birth_date::text, w.sealed_profile, p.email,
        (SELECT count(*)::integer FROM consents c WHERE c.person_id = p.id) AS consents,
        e.state AS tie
      FROM people p
      JOIN workmen w ON w.person_id = p.id
      JOIN employments e ON e.workman_id = w.id
      WHERE p.phone = ${phone}`.execute(db());
    expect(rows[0]).toMatchObject({
      state: "DRAFT",
      inn: row["inn"],
      birth_date: "1990-05-17",
      email: "petr@example.ru",
      consents: 2,
      tie: "REGISTRATION",
    });
    expect(
      JSON.parse(makeSecrets(TEST_SECRET).unseal(rows[0]?.sealed_profile ?? Buffer.alloc(0))),
    ).toMatchObject({
      registrationAddress: row["address"],
      passport: { series: "4511", number: row["passportNumber"] },
    });
    expect((await desk.items(id))[0]).toMatchObject({
      invitation: { state: { id: "REGISTERED" } },
    });
    expect(
      (
        await sql`
          SELECT 1 FROM workman_registrations WHERE phone = ${phone} AND sealed IS NOT NULL`.execute(
          db(),
        )
      ).rows,
    ).toHaveLength(0);
  });

  test("somebody with an account of a company confirms it by being signed in", async () => {
    const row = aRow();
    const phone = row["phone"] ?? "";
    const id = await desk.upload(registryCsv("workman-registration", [row]));
    await desk.execute(id);
    const { rows: sent } = await sql<{
      text: string;
    }>`SELECT text FROM sandbox.sms WHERE phone = ${phone}`.execute(db());
    const link = /wr=([0-9a-f]{32})$/.exec(sent[0]?.text ?? "")?.[1] ?? "";
    const look = async (by: string | null) =>
      (
        await product.http.inject({
          url: `/open-api/v1/auth/register/workman-registration/${link}`,
          headers: by === null ? {} : await product.signIn(by),
        })
      ).json() as object;
    const body = { workmanRegistrationID: link, acceptTerms: true, acceptDataPolicy: true };
    const create = async (by: string) =>
      product.http.inject({
        method: "POST",
        url: "/client-api/workman/create-from-registry",
        headers: await product.signIn(by),
        payload: body,
      });
    const stranger = await aPersonWithRole(db(), await anAccount(db()), "OWNER");
    expect((await create(stranger.phone)).statusCode).toBe(422);
    await aPersonWithRole(db(), await anAccount(db()), "OWNER", { phone });
    // Only who signs in by that phone sees the company's data; the link alone shows a name.
    for (const other of [null, stranger.phone])
      expect(await look(other)).toEqual({ firstName: "Пётр", phone, prepared: null });
    expect(await look(phone)).toMatchObject({
      prepared: {
        companyTitle: expect.any(String),
        lastName: "Смирнов",
        middleName: "Ильич",
        inn: row["inn"],
        birthDate: "1990-05-17",
        citizenship: { title: "Россия" },
        taxpayerType: { id: "SMZ" },
      },
    });
    expect((await create(phone)).statusCode).toBe(200);
    expect((await create(phone)).statusCode).toBe(409);
    expect((await desk.items(id))[0]).toMatchObject({
      invitation: { state: { id: "REGISTERED" } },
    });
  });
});
