import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { connectAdapters, connectHelpers } from "#server/connect-product.ts";
import { holdsDemonstration, seedDatabase } from "#server/seed/seed.ts";
import { systemClock } from "#server/data/clock.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import {
  startLocalService,
  recordedBank,
  recordedTaxService,
  type LocalService,
} from "#tests/support/outside-services.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const TOKENS = {
  BANK_TOKEN: "token-of-bank",
  TAX_SERVICE_MASTER_TOKEN: "token-of-tax-master",
  TAX_SERVICE_USER_TOKEN: "token-of-tax-user",
  SMS_TOKEN: "token-of-sms",
  MAIL_TOKEN: "token-of-mail",
  COMPANY_REGISTER_TOKEN: "token-of-companies",
  MAPS_TOKEN: "token-of-maps",
};

const services: LocalService[] = [];
const started = async (answer: Parameters<typeof startLocalService>[0]) => {
  const service = await startLocalService(answer);
  services.push(service);
  return service;
};
const json = (value: unknown) => () => ({ type: "application/json", body: JSON.stringify(value) });
const authorizations = ({ heard }: LocalService) => [
  ...new Set(heard.map(({ headers }) => headers.authorization)),
];
let bank: LocalService,
  tax: LocalService,
  sms: LocalService,
  mail: LocalService,
  companies: LocalService,
  maps: LocalService;
let environment: Record<string, string>;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  bank = await started(recordedBank());
  tax = await started(
    recordedTaxService({ inn: "500100732259", stranger: "504810974810", limited: "770431015860" }),
  );
  sms = await started(json(null));
  mail = await started(json(null));
  companies = await started(json({ ogrn: "1027700132195", shortName: "ООО «Ромашка»" }));
  maps = await started(json({ places: [] }));
  environment = {
    ...TOKENS,
    BANK_URL: bank.url,
    TAX_SERVICE_URL: tax.url,
    SMS_URL: sms.url,
    MAIL_URL: mail.url,
    COMPANY_REGISTER_URL: companies.url,
    MAPS_URL: maps.url,
  };
});
afterAll(async () => {
  await Promise.all(services.map((one) => one.close()));
  await database.drop();
});

function connected() {
  const config = readConfig(environment);
  if (!config.adapters) throw new Error("the adapters are configured");
  return { ...connectAdapters(config.adapters, database.kysely), ...connectHelpers(config) };
}

describe("the environment's keys reach the services", () => {
  test("the bank, text messages, letters, companies and places: as bearer tokens", async () => {
    const outside = connected();
    await outside.bank.orderResults(["1"]);
    await outside.sms.send("79161234567", "Код 123456");
    await outside.mail?.send({ id: "1", to: "a@example.ru", subject: "s", text: "t", html: "h" });
    await outside.companies.findCompany("7707083893");
    await outside.maps.findPlaces("Москва");
    expect([bank, sms, mail, companies, maps].map(authorizations)).toEqual([
      ["Bearer token-of-bank"],
      ["Bearer token-of-sms"],
      ["Bearer token-of-mail"],
      ["Bearer token-of-companies"],
      ["Bearer token-of-maps"],
    ]);
  });

  test("the tax service: the master token buys a temporary one, the user's goes along", async () => {
    await connected().taxService.incomeResults(["unknown"]);
    await connected().taxService.registerIncomes([
      {
        operationId: "op-1",
        inn: "500100732259",
        operationAt: new Date("2026-03-01T10:00:00Z"),
        amountKopecks: 100_00n,
        serviceName: "Доставка",
        customerInn: "7707083893",
        customerName: "ООО «Ромашка»",
      },
    ]);
    const [asked, sent] = [
      tax.heard.find(({ path }) => path.startsWith("/AuthService")),
      tax.heard.find(({ path }) => path.startsWith("/SmzIntegrationService")),
    ];
    expect(asked?.body).toContain("<a:MasterToken>token-of-tax-master</a:MasterToken>");
    expect(sent?.headers["fns-openapi-usertoken"]).toBe("token-of-tax-user");
  });
});

test("no key is in what is said of a service that fails", async () => {
  const said: string[] = [];
  const logger = pino(
    { level: "trace" },
    new Writable({ write: (chunk, _encoding, done) => (said.push(String(chunk)), done()) }),
  );
  const nobody = "http://127.0.0.1:1";
  const config = readConfig({
    ...environment,
    BANK_URL: nobody,
    TAX_SERVICE_URL: nobody,
    SMS_URL: nobody,
  });
  if (!config.adapters) throw new Error("the adapters are configured");
  const outside = connectAdapters(config.adapters, database.kysely);
  const calls = [
    () => outside.bank.orderResults(["1"]),
    () => outside.sms.send("79161234567", "Код"),
    () =>
      outside.taxService.canceledReceipts([
        { inn: "500100732259", from: new Date(0), to: new Date() },
      ]),
  ];
  for (const call of calls) {
    await call().then(
      () => expect.unreachable(),
      (error: unknown) =>
        logger.error({ err: error, config: { sandbox: config.sandbox } }, "request failed"),
    );
  }
  expect(said).toHaveLength(3);
  for (const secret of Object.values(TOKENS)) expect(said.join("")).not.toContain(secret);
});

describe("a database for real services", () => {
  const secrets = makeSecrets("a secret that is long enough to sign");

  test("holds dictionaries and nobody after the first start", async () => {
    const database = await createTestDatabase();
    expect(
      await seedDatabase(database.kysely, readConfig(environment).seed, systemClock, secrets),
    ).toBe(true);
    const { rows } = await database.pool.query(
      "SELECT (SELECT count(*) > 0 FROM services) AS services, (SELECT count(*) FROM cities) > 0 AS cities, (SELECT count(*)::integer FROM people) AS people",
    );
    const held = await holdsDemonstration(database.kysely);
    await database.drop();
    expect([rows, held]).toEqual([[{ services: true, cities: true, people: 0 }], false]);
  });

  test("is known to be the demonstration's, so that the start can refuse it", async () => {
    const database = await createTestDatabase("demo");
    const held = await holdsDemonstration(database.kysely);
    await database.drop();
    expect(held).toBe(true);
  });
});
