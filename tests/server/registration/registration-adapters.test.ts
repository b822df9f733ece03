import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { httpBank } from "#server/integrations/bank/http.ts";
import type { BankClient, BankClientResult, BankGateway } from "#server/integrations/bank/port.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { httpTaxService } from "#server/integrations/tax-service/http.ts";
import { messageRows } from "#server/integrations/tax-service/message-rows.ts";
import type {
  TaxpayerRegistration,
  TaxRegistrationResult,
  TaxService,
} from "#server/integrations/tax-service/port.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { offsetClock } from "#server/data/clock.ts";
import {
  recordedBank,
  recordedTaxService,
  startLocalService,
  type LocalService,
} from "#tests/support/outside-services.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const PEOPLE = { inn: "500100732259", stranger: "770123456703", limited: "772856093410" };
const NEWCOMER = "690100000133";

const clock = offsetClock();
let database: TestDatabase;
let service: LocalService | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    INSERT INTO sandbox.taxpayers (inn, other_income_kopecks) VALUES (${PEOPLE.inn}, 0)`.execute(
    database.kysely,
  );
});
afterAll(async () => database.drop());
afterEach(async () => {
  await service?.close();
  service = undefined;
  await sql`DELETE FROM tax_service_messages`.execute(database.kysely);
});

const client = (applicationId: string, passportNumber = "123456"): BankClient => ({
  applicationId,
  phone: "79161234567",
  inn: NEWCOMER,
  lastName: "Соколова",
  firstName: "Мария",
  middleName: null,
  gender: "FEMALE",
  email: null,
  birthDate: "1990-05-17",
  birthPlace: "г. Тверь",
  citizenshipCode: "643",
  passport: {
    series: "4510",
    number: passportNumber,
    date: "2015-02-01",
    issuedBy: "Отделом УФМС по г. Твери",
    divisionCode: "690-001",
  },
  snils: null,
  registrationAddress: "г. Тверь, ул. Мира, д. 1",
  secretWord: null,
  account: null,
});

/** Polls until nothing is under way. */
async function settled<Result extends { readonly status: string }>(
  ask: () => Promise<Result[]>,
): Promise<Result[]> {
  let results = await ask();
  for (
    let round = 0;
    round < 5 && results.some(({ status }) => status === "PENDING" || status === "IN_PROGRESS");
    round += 1
  ) {
    clock.advance(60_000);
    results = await ask();
  }
  return results;
}

describe.each<[string, () => Promise<BankGateway>]>([
  ["the simulated bank", async () => sandboxBank(database.kysely, clock)],
  [
    "the bank over HTTP",
    async () =>
      httpBank({ url: (service = await startLocalService(recordedBank())).url, token: "secret" }),
  ],
])("people at %s", (_name, open) => {
  test("are accepted or refused in its words, once for one application, and unheard ones are unknown", async () => {
    const bank = await open();
    expect(await bank.submitClient(client("registration-1-1"))).toEqual({
      applicationId: "registration-1-1",
      status: "PENDING",
    });
    await bank.submitClient(client("registration-2-1", "000000"));
    // Retried after a lost answer: the same application.
    await bank.submitClient(client("registration-2-1", "123456"));
    const results: BankClientResult[] = await settled(() =>
      bank.clientResults(["registration-2-1", "registration-1-1", "registration-404-1"]),
    );
    expect(results).toEqual([
      {
        applicationId: "registration-2-1",
        status: "INVALID",
        message: expect.stringMatching(/^DOCUMENT_INVALID: passport .*не найден/),
      },
      { applicationId: "registration-1-1", status: "VALID" },
      { applicationId: "registration-404-1", status: "UNKNOWN" },
    ]);
    expect(await bank.clientResults([])).toEqual([]);
  });
});

describe("the bank over HTTP", () => {
  test("is told everything of a person as the port says it; what it does not take is corrected by him", async () => {
    service = await startLocalService(recordedBank());
    const bank = httpBank({ url: service.url, token: "secret" });
    await bank.submitClient(client("registration-1-1"));
    expect(
      service.heard.map(({ method, path, headers }) => [method, path, headers.authorization]),
    ).toEqual([["POST", "/clients", "Bearer secret"]]);
    expect(JSON.parse(service.heard[0]?.body ?? "")).toEqual(client("registration-1-1"));
    expect(await bank.submitClient(client("registration-3-1", ""))).toEqual({
      applicationId: "registration-3-1",
      status: "INVALID",
      message: "Банк не принял анкету. Проверьте данные",
    });
  });

  test("is asked again after faults, and gives up with an error that names nobody", async () => {
    service = await startLocalService(recordedBank());
    const bank = httpBank({ url: service.url });
    service.failNext(1, 503);
    service.failNext(1, 0);
    expect((await bank.submitClient(client("registration-1-1"))).status).toBe("PENDING");
    service.failNext(3, 503);
    await expect(bank.submitClient(client("registration-1-1"))).rejects.toThrow(
      /^127\.0\.0\.1:\d+\/clients: answered 503$/,
    );
  });

  test.each([
    ["another application", { applicationId: "registration-9-9", status: "VALID" }],
    ["a status nobody has agreed on", { applicationId: "registration-1-1", status: "OK" }],
    ["nothing", null],
  ])("does not take %s for an answer", async (_what, answer) => {
    service = await startLocalService(() => ({
      type: "application/json",
      body: JSON.stringify(answer),
    }));
    await expect(
      httpBank({ url: service.url }).submitClient(client("registration-1-1")),
    ).rejects.toThrow("another shape");
    await expect(
      httpBank({ url: service.url }).clientResults(["registration-1-1"]),
    ).rejects.toThrow("another shape");
  });

  test("binds cards on its own page and tells what has become of them", async () => {
    service = await startLocalService(recordedBank());
    const bank = httpBank({ url: service.url });
    const binding = { bindingId: "bound", returnUrl: "https://site.example/profile/questionnaire" };
    expect(await bank.openCardBinding(binding)).toEqual({ url: "https://bank.example/bound" });
    expect(JSON.parse(service.heard[0]?.body ?? "")).toEqual(binding);
    expect(await bank.cardBindingResults(["refused", "bound", "new"])).toEqual([
      { bindingId: "refused", status: "FAILED" },
      { bindingId: "bound", status: "BOUND", token: "token-1", panMask: "411111******1111" },
      { bindingId: "new", status: "UNKNOWN" },
    ]);
    expect(await bank.cardStatuses(["token-1", "token-2"])).toEqual([
      { token: "token-1", status: "expired" },
    ]);
  });
});

const person = (inn: string, over: Partial<TaxpayerRegistration> = {}): TaxpayerRegistration => ({
  inn,
  phone: "79161234567",
  email: null,
  lastName: "Соколова & дочь",
  firstName: "Мария",
  middleName: null,
  birthDate: "1990-05-17",
  passportSeries: "4510",
  passportNumber: "123456",
  regionId: "69",
  activities: ["0803", "0804"],
  ...over,
});

const overSoap = async () =>
  httpTaxService(
    {
      url: (service = await startLocalService(recordedTaxService(PEOPLE))).url,
      masterToken: "master",
      pollMs: 5,
    },
    messageRows(database.kysely),
  );

describe.each<[string, () => Promise<TaxService>]>([
  ["the simulated tax service", async () => sandboxTaxService(database.kysely, clock)],
  ["the tax service over SOAP", overSoap],
])("becoming self-employed at %s", (_name, open) => {
  test("takes a while; who is so already is said to be, and a lost request is unknown", async () => {
    const tax = await open();
    const sent = await tax.requestRegistration(person(NEWCOMER));
    expect(sent).toEqual({ status: "SENT", requestId: expect.any(String) });
    const requestId = sent.status === "SENT" ? sent.requestId : "";
    expect(await tax.registrationResults([requestId])).toEqual([
      { requestId, status: "IN_PROGRESS" },
    ]);
    const results: TaxRegistrationResult[] = await settled(() =>
      tax.registrationResults([requestId, "registration-404"]),
    );
    expect(results).toEqual([
      { requestId, status: "COMPLETED" },
      { requestId: "registration-404", status: "UNKNOWN" },
    ]);
    expect(await tax.requestRegistration(person(PEOPLE.inn))).toEqual({
      status: "ALREADY_REGISTERED",
    });
  });
});

describe("registrations over SOAP", () => {
  test("say what is known of the person and leave out what is not, escaped", async () => {
    const tax = await overSoap();
    await tax.requestRegistration(
      person(NEWCOMER, { middleName: "Игоревна", passportSeries: null }),
    );
    const sent =
      service?.heard.find(({ body }) => body.includes("PostRegistrationRequest"))?.body ?? "";
    for (const part of [
      `<m:Inn>${NEWCOMER}</m:Inn>`,
      "<m:SecondName>Соколова &amp; дочь</m:SecondName>",
      "<m:Patronymic>Игоревна</m:Patronymic>",
      "<m:Birthday>1990-05-17</m:Birthday>",
      "<m:Activities>0803</m:Activities><m:Activities>0804</m:Activities>",
      "<m:RegionCode>69</m:RegionCode>",
    ])
      expect(sent).toContain(part);
    expect(sent).not.toMatch(/PassportSeries|Email/);
  });

  test("are refused at once or in the end, with the reason it gives", async () => {
    const tax = await overSoap();
    expect(await tax.requestRegistration(person(NEWCOMER, { passportNumber: "000000" }))).toEqual({
      status: "REFUSED",
      error: "REQUEST_VALIDATION_ERROR",
      message: null,
    });
    const sent = await tax.requestRegistration(person(PEOPLE.limited));
    const ask = () => tax.registrationResults([sent.status === "SENT" ? sent.requestId : ""]);
    expect(await settled(ask)).toEqual([
      { requestId: expect.any(String), status: "FAILED", reason: "Гражданство не позволяет" },
    ]);
  });

  test("throw while the service is out of reach, so that nobody is taken for refused", async () => {
    const tax = await overSoap();
    service?.failNext(3, 503);
    await expect(tax.requestRegistration(person(NEWCOMER))).rejects.toThrow(/503/);
  });
});
