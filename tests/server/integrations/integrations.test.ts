import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { httpBank } from "#server/integrations/bank/http.ts";
import type { BankGateway, PayoutOrder } from "#server/integrations/bank/port.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { httpMail } from "#server/integrations/mail/http.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import { sandboxMail } from "#server/integrations/mail/sandbox.ts";
import { httpCompanyRegister } from "#server/integrations/company-register/http.ts";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import { sandboxCompanyRegister } from "#server/integrations/company-register/sandbox.ts";
import { httpMaps } from "#server/integrations/maps/http.ts";
import type { Maps } from "#server/integrations/maps/port.ts";
import { sandboxMaps } from "#server/integrations/maps/sandbox.ts";
import { httpSms } from "#server/integrations/sms/http.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { messageRows } from "#server/integrations/tax-service/message-rows.ts";
import { httpTaxService } from "#server/integrations/tax-service/http.ts";
import type {
  IncomeRequest,
  IncomeResult,
  TaxService,
} from "#server/integrations/tax-service/port.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { parseXml } from "#server/integrations/tax-service/xml.ts";
import { systemClock } from "#server/data/clock.ts";
import { isOgrn } from "#contract/values/ogrn.ts";
import {
  recordedBank,
  recordedCompanyRegister,
  recordedMaps,
  recordedTaxService,
  startLocalService,
  type LocalService,
} from "#tests/support/outside-services.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const PEOPLE = {
  inn: "500100732259",
  stranger: "770123456703",
  limited: "772856093410",
  many: "772800000006",
};

let database: TestDatabase;
let service: LocalService | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    INSERT INTO sandbox.taxpayers (inn, other_income_kopecks)
    VALUES (${PEOPLE.inn}, 0), (${PEOPLE.limited}, 240000000), (${PEOPLE.many}, 0)`.execute(
    database.kysely,
  );
});
afterAll(async () => database.drop());
afterEach(async () => {
  await service?.close();
  service = undefined;
  // Each test has a service without history.
  await sql`DELETE FROM tax_service_messages`.execute(database.kysely);
});

const order = (orderId: string, destination = "card-1"): PayoutOrder => ({
  orderId,
  kind: "CARD",
  amountKopecks: 150_099n,
  destination,
  recipientName: "Иванов Иван",
  recipientInn: PEOPLE.inn,
  purpose: "Оплата услуг",
});

/** What the server relies on, whichever bank is behind the port. */
describe.each<[string, () => Promise<BankGateway>]>([
  ["the simulated bank", async () => sandboxBank(database.kysely, systemClock)],
  [
    "the bank over HTTP",
    async () =>
      httpBank({ url: (service = await startLocalService(recordedBank())).url, token: "secret" }),
  ],
])("%s", (_name, open) => {
  test("answers each order and gives a repeat the same answer", async () => {
    const bank = await open();
    const first = await bank.submitOrders([order("1-1"), order("2-1")]);
    expect(first.map((one) => [one.orderId, one.status])).toEqual([
      ["1-1", "DONE"],
      ["2-1", "DONE"],
    ]);
    expect(await bank.submitOrders([order("1-1"), order("2-1")])).toEqual(first);
    expect(await bank.orderResults(["1-1", "404-1"])).toEqual([
      first[0],
      { orderId: "404-1", status: "UNKNOWN" },
    ]);
    expect(await bank.submitOrders([])).toEqual([]);
    const tax = {
      orderId: "tax-1-1",
      amountKopecks: 400_00n,
      uin: "18210000000000000001",
      kbk: "18210506000011000110",
      period: "202602",
      payerName: "Иванов Иван",
      payerInn: PEOPLE.inn,
      purpose: "Налог",
    };
    const paid = await bank.submitTaxOrders([tax]);
    expect(paid.map((one) => one.status)).toEqual(["DONE"]);
    expect(await bank.submitTaxOrders([tax])).toEqual(paid);
  });
});

describe("the bank over HTTP", () => {
  test("sends whole kopecks with the token, and the same ids again after a fault", async () => {
    service = await startLocalService(recordedBank());
    service.failNext(1, 503);
    service.failNext(1, 0);
    const results = await httpBank({ url: service.url, token: "secret" }).submitOrders([
      order("7-1"),
    ]);
    expect(results).toEqual([
      { orderId: "7-1", status: "DONE", at: new Date("2026-03-02T07:00:00Z") },
    ]);
    expect(service.heard).toHaveLength(3);
    expect(new Set(service.heard.map((one) => one.body)).size).toBe(1);
    expect(JSON.parse(service.heard[0]?.body ?? "")).toMatchObject({
      orders: [{ orderId: "7-1", amountKopecks: 150_099 }],
    });
    expect(service.heard[0]?.headers["authorization"]).toBe("Bearer secret");
  });

  test("gives up with an error that names no person when the bank stays away or refuses the call", async () => {
    service = await startLocalService(recordedBank());
    const bank = httpBank({ url: service.url, attempts: 2 });
    service.failNext(2, 502);
    await expect(bank.submitOrders([order("1-1")])).rejects.toThrow(/\/orders: answered 502$/);
    service.failNext(1, 403);
    await expect(bank.submitOrders([order("1-1")])).rejects.toThrow("answered 403");
    expect(service.heard).toHaveLength(3);
  });

  test("hears of refusals and of returns from where it has read, and takes an unknown reason for a fault of the bank", async () => {
    service = await startLocalService(recordedBank());
    const bank = httpBank({ url: service.url });
    expect(await bank.submitOrders([order("9-1", "blocked")])).toMatchObject([
      { status: "REJECTED", reason: "CARD_BLOCKED" },
    ]);
    const { returns, position } = await bank.returnsAfter(null);
    expect(returns.map((one) => [one.orderId, one.reason])).toEqual([
      ["late", "TECHNICAL"],
      ["early", "ACCOUNT_CLOSED"],
    ]);
    expect(position).toBe("2 из 2");
    await bank.returnsAfter(position);
    expect(service.heard.at(-1)?.path).toBe("/orders/returns?after=2%20%D0%B8%D0%B7%202");
  });

  test("shows what has come, and goes on from where it was read", async () => {
    service = await startLocalService(recordedBank());
    const bank = httpBank({ url: service.url });
    const page = await bank.incomingAfter(null);
    expect(page.payments).toMatchObject([
      {
        paymentId: "in-1",
        bankProvider: "MAIN",
        amountKopecks: 10_300_000n,
        payerInn: "7707083893",
        at: new Date("2026-03-02T07:00:00Z"),
      },
      { paymentId: "in-2", bankProvider: "NOMINAL" },
    ]);
    expect(await bank.incomingAfter(page.position)).toEqual({ payments: [], position: "page 1" });
    expect(service.heard.map((one) => one.path)).toEqual([
      "/statement",
      "/statement?after=page%201",
    ]);
  });

  test("does not take an answer of another shape for success", async () => {
    service = await startLocalService(() => ({
      type: "application/json",
      body: `{"results":[{"orderId":"1-1","status":"PAID"}]}`,
    }));
    await expect(httpBank({ url: service.url }).submitOrders([order("1-1")])).rejects.toThrow(
      "another shape",
    );
  });
});

const income = (operationId: string, over: Partial<IncomeRequest> = {}): IncomeRequest => ({
  operationId,
  inn: PEOPLE.inn,
  serviceName: "Услуги: уборка & мойка <окон>",
  amountKopecks: 150_005n,
  operationAt: new Date("2026-03-02T09:00:00Z"),
  customerInn: "7707083893",
  customerName: 'ООО "Ромашка"',
  ...over,
});

/** Polls until nothing is in processing. */
async function settle(tax: TaxService, requests: IncomeRequest[]): Promise<IncomeResult[]> {
  let results = await tax.registerIncomes(requests);
  for (let round = 0; round < 5 && results.some((one) => one.status === "PROCESSING"); round += 1) {
    results = await tax.incomeResults(requests.map((request) => request.operationId));
  }
  return results;
}

describe.each<[string, () => Promise<TaxService>]>([
  ["the simulated tax service", async () => sandboxTaxService(database.kysely, systemClock)],
  [
    "the tax service over SOAP",
    async () =>
      httpTaxService(
        {
          url: (service = await startLocalService(recordedTaxService(PEOPLE))).url,
          masterToken: "master",
          pollMs: 5,
        },
        messageRows(database.kysely),
      ),
  ],
])("%s", (_name, open) => {
  test("registers an income once and gives a repeat the same receipt", async () => {
    const tax = await open();
    const [first] = await settle(tax, [income("31")]);
    expect(first).toMatchObject({
      operationId: "31",
      status: "REGISTERED",
      receiptId: expect.stringMatching(/^[0-9a-z]{10}$/),
    });
    const [second] = await settle(tax, [income("31")]);
    expect(second).toMatchObject({
      status: "REGISTERED",
      receiptId: first?.status === "REGISTERED" ? first.receiptId : "",
    });
    expect(await tax.incomeResults(["404"])).toEqual([{ operationId: "404", status: "UNKNOWN" }]);
  });

  test("refuses a stranger and somebody over the year limit, and only them", async () => {
    const results = await settle(await open(), [
      income("41", { inn: PEOPLE.stranger }),
      income("42", { inn: PEOPLE.limited }),
      income("43"),
    ]);
    const byId = Object.fromEntries(
      results.map((one) => [one.operationId, one.status === "REFUSED" ? one.error : one.status]),
    );
    expect(byId).toEqual({ 41: "TAXPAYER_UNREGISTERED", 42: "LIMIT_EXCEEDED", 43: "REGISTERED" });
  });

  test("annuls a receipt, and again without complaint; an unknown one is refused", async () => {
    const tax = await open();
    const [registered] = await settle(tax, [income("51")]);
    const receiptId = registered?.status === "REGISTERED" ? registered.receiptId : "";
    const cancel = async (id: string) => {
      for (let round = 0; round < 5; round += 1) {
        const [result] = await tax.cancelReceipts([
          { inn: PEOPLE.inn, receiptId: id, reason: "REFUND" },
        ]);
        if (result?.status !== "PROCESSING") return result?.status;
      }
      return "PROCESSING";
    };
    expect([await cancel(receiptId), await cancel(receiptId), await cancel("0000000000")]).toEqual([
      "CANCELED",
      "CANCELED",
      "REFUSED",
    ]);
  });

  test("lists the annulled among a person's receipts, however many there are; strangers' are nobody's business", async () => {
    const tax = await open();
    const results = await settle(
      tax,
      Array.from({ length: 105 }, (_, index) => income(`61-${index}`, { inn: PEOPLE.many })),
    );
    const last = results.find(({ operationId }) => operationId === "61-104");
    const receiptId = last?.status === "REGISTERED" ? last.receiptId : "";
    const span = { from: new Date("2026-03-01T09:00:00Z"), to: new Date("2026-03-03T09:00:00Z") };
    const queries = [
      { inn: PEOPLE.many, ...span },
      { inn: PEOPLE.stranger, ...span },
    ];
    expect(await tax.canceledReceipts(queries)).toEqual([]);
    for (let round = 0; round < 5; round += 1)
      await tax.cancelReceipts([{ inn: PEOPLE.many, receiptId, reason: "REFUND" }]);
    expect(await tax.canceledReceipts(queries)).toEqual([
      { inn: PEOPLE.many, receiptId, at: expect.any(Date) },
    ]);
  });

  test("tells who may be paid", async () => {
    expect(await (await open()).taxpayerStatuses([PEOPLE.inn, PEOPLE.stranger])).toMatchObject([
      {
        inn: PEOPLE.inn,
        registered: true,
        bound: true,
        mayRegisterIncome: true,
        permissions: expect.arrayContaining(["INCOME_REGISTRATION"]),
        error: null,
      },
      {
        inn: PEOPLE.stranger,
        registered: false,
        bound: false,
        mayRegisterIncome: false,
        permissions: [],
        error: null,
      },
    ]);
  });

  test("says of whom it is asked to let us in that he has, or that he is nobody to it", async () => {
    const tax = await open();
    expect(
      await tax.requestBind({ inn: PEOPLE.inn, phone: "79161234567" }, ["INCOME_REGISTRATION"]),
    ).toEqual({ status: "ALREADY_BOUND", inn: PEOPLE.inn });
    expect(
      await tax.requestBind({ inn: PEOPLE.stranger, phone: "79161234567" }, [
        "INCOME_REGISTRATION",
      ]),
    ).toEqual({ status: "REFUSED", error: "TAXPAYER_UNREGISTERED" });
    expect(await tax.requestPermissions(PEOPLE.inn, ["TAX_PAYMENT"])).toMatchObject({
      status: "SENT",
      requestId: expect.any(String),
    });
    expect(await tax.restriction(PEOPLE.inn)).toEqual({ allowed: true });
  });

  test("tells sums of those who let it, in kopecks, and nothing of strangers", async () => {
    const tax = await open();
    expect(await tax.taxpayerAccount(PEOPLE.inn)).toMatchObject({
      bonusKopecks: expect.any(BigInt),
      debtKopecks: expect.any(BigInt),
    });
    expect(await tax.taxpayerAccount(PEOPLE.stranger)).toBe("TAXPAYER_UNREGISTERED");
    expect(await tax.accruals([PEOPLE.stranger])).toEqual([]);
    expect(await tax.paymentDocuments([PEOPLE.stranger])).toEqual([]);
    expect(await tax.monthIncomes([{ inn: PEOPLE.stranger, period: "202602" }])).toEqual([]);
    expect(await tax.messagesSince([PEOPLE.stranger], new Date(0))).toEqual([]);
  });

  test("makes references as PDF files", async () => {
    const tax = await open();
    const request = { requestId: "r-1", inn: PEOPLE.inn, type: "INCOME", year: 2025 } as const;
    const [result] = await tax.references([request]);
    expect(result).toMatchObject({ requestId: "r-1", status: "READY" });
    expect(result?.status === "READY" && result.pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(
      await tax.references([{ ...request, requestId: "r-2", inn: PEOPLE.stranger }]),
    ).toMatchObject([{ status: "FAILED" }]);
  });
});

describe("the tax service over SOAP", () => {
  test("asks for one token, says sums in rubles, and escapes what people typed", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const tax = httpTaxService(
      { url: service.url, masterToken: "master & key" },
      messageRows(database.kysely),
    );
    await tax.registerIncomes([income("1"), income("2"), income("3")]);
    expect(
      service.heard
        .filter((one) => one.path.startsWith("/AuthService"))
        .map((one) => one.body.includes("<a:MasterToken>master &amp; key<")),
    ).toEqual([true]);
    const sent = service.heard.find((one) => one.body.includes("PostIncomeRequestV2"))?.body ?? "";
    expect(sent).toContain("<m:Name>Услуги: уборка &amp; мойка &lt;окон&gt;</m:Name>");
    expect(sent).toContain("<m:TotalAmount>1500.05</m:TotalAmount>");
    expect(() => parseXml(sent)).not.toThrow();
  });

  test("reads requests, charges and documents as they are written", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const tax = httpTaxService({ url: service.url, pollMs: 5 }, messageRows(database.kysely));
    const asked = await tax.requestPermissions(PEOPLE.inn, ["TAX_PAYMENT"]);
    const ids = ["bind-1", asked.status === "SENT" ? asked.requestId : ""];
    expect(await tax.bindResults(ids)).toMatchObject([
      {
        requestId: "bind-1",
        status: "COMPLETED",
        inn: PEOPLE.inn,
        permissions: ["INCOME_REGISTRATION", "TAX_PAYMENT"],
      },
      { requestId: ids[1], status: "COMPLETED", permissions: ["INCOME_REGISTRATION"] },
    ]);
    expect(await tax.accruals([PEOPLE.inn])).toEqual([
      {
        inn: PEOPLE.inn,
        charges: [
          { period: "202602", taxKopecks: 400_50n, paidKopecks: 100_00n, dueDate: "2026-03-30" },
        ],
        debtKopecks: 10_00n,
        penaltyKopecks: 1_05n,
      },
    ]);
    expect(await tax.paymentDocuments([PEOPLE.inn])).toEqual([
      {
        inn: PEOPLE.inn,
        period: "202602",
        uin: "18210000000000000001",
        amountKopecks: 300_50n,
        dueDate: "2026-03-30",
        payee: {
          name: "Казначейство",
          account: "03100643000000099900",
          bankName: "Банк казначейства",
          bic: "017099900",
          corAccount: "40102810000000000900",
          inn: "7700000009",
          kpp: "770001001",
          kbk: "18210506000011000110",
          oktmo: "45380000",
        },
      },
      // Requisites that are not whole are none; its УИН is enough.
      {
        inn: PEOPLE.inn,
        period: "202601",
        uin: "18210000000000000002",
        amountKopecks: 1_00n,
        dueDate: null,
        payee: null,
      },
    ]);
    expect(await tax.monthIncomes([{ inn: PEOPLE.inn, period: "202602" }])).toEqual([
      { inn: PEOPLE.inn, period: "202602", totalKopecks: 10_000_00n, canceledKopecks: 5_00n },
    ]);
    expect(await tax.newlyUnbound(new Date(0), new Date())).toEqual([
      { inn: PEOPLE.inn, at: new Date("2026-03-02T07:00:00Z") },
    ]);
    expect(await tax.messagesSince([PEOPLE.inn], new Date("2026-03-01T00:00:00Z"))).toMatchObject([
      { id: "n1", title: "Срок уплаты" },
    ]);
    expect(await tax.messagesSince([PEOPLE.inn], new Date("2026-03-03T00:00:00Z"))).toEqual([]);
    expect(await tax.unbind(PEOPLE.stranger)).toBeNull();
  });

  test("asks the public register, and takes its silence for no answer", async () => {
    const register = await startLocalService(() => ({
      type: "application/json",
      body: JSON.stringify({ status: true, message: "является плательщиком" }),
    }));
    const tax = httpTaxService(
      { url: register.url, publicRegisterUrl: register.url },
      messageRows(database.kysely),
    );
    expect(await tax.isRegisteredPublicly(PEOPLE.inn, "2026-03-02")).toBe(true);
    expect(JSON.parse(register.heard[0]?.body ?? "")).toEqual({
      inn: PEOPLE.inn,
      requestDate: "2026-03-02",
    });
    register.failNext(1, 429);
    expect(await tax.isRegisteredPublicly(PEOPLE.inn, "2026-03-02")).toBeNull();
    await register.close();
  });

  test("knows its messages after a restart and in another process, and leaves none twice", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const { url, heard } = service;
    const make = () => httpTaxService({ url }, messageRows(database.kysely));
    expect(await make().registerIncomes([income("61")])).toEqual([
      { operationId: "61", status: "PROCESSING" },
    ]);
    expect(await make().registerIncomes([income("61")])).toEqual([
      { operationId: "61", status: "PROCESSING" },
    ]);
    expect(heard.filter(({ body }) => body.includes("PostIncomeRequestV2"))).toHaveLength(1);
    expect((await settle(make(), [income("61")]))[0]).toMatchObject({
      operationId: "61",
      status: "REGISTERED",
    });
    // Whoever heard it has died before it was written down.
    expect((await make().incomeResults(["61"]))[0]).toMatchObject({ status: "REGISTERED" });
    expect(heard.filter(({ body }) => body.includes("PostIncomeRequestV2"))).toHaveLength(1);
  });

  test("whose answer to a message was lost, has the message written down, and is sent it again under its id", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const { url, failNext } = service;
    const make = () => httpTaxService({ url, attempts: 1 }, messageRows(database.kysely));
    const killed = make();
    await settle(killed, [income("81")]);
    failNext(1, 0);
    await expect(killed.registerIncomes([income("82")])).rejects.toThrow("no answer");
    const { rows } = await database.pool.query(
      "SELECT key, message_id FROM tax_service_messages WHERE key = '82'",
    );
    expect(rows).toEqual([{ key: "82", message_id: null }]);
    expect(await make().incomeResults(["82"])).toEqual([{ operationId: "82", status: "UNKNOWN" }]);
    expect((await settle(make(), [income("82")]))[0]).toMatchObject({ status: "REGISTERED" });
  });

  test("that is slow takes no longer than its time for a batch: the rest is not begun, and asked again", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const { url, heard } = service;
    const tax = httpTaxService({ url, batchMs: 0 }, messageRows(database.kysely));
    const begun = await tax.registerIncomes([income("85"), income("86"), income("87")]);
    expect(begun).toEqual([{ operationId: "85", status: "PROCESSING" }]);
    expect(heard.filter(({ body }) => body.includes("PostIncomeRequestV2"))).toHaveLength(1);
    expect(await tax.incomeResults(["85", "86"])).toHaveLength(1);
    expect(
      await tax.cancelReceipts(
        ["1", "2"].map((receiptId) => ({ inn: PEOPLE.inn, receiptId, reason: "REFUND" })),
      ),
    ).toHaveLength(1);
    expect(await tax.registerIncomes([income("86")])).toHaveLength(1);
  });

  describe("refuses what may have been heard before", () => {
    /** Answers 502 to the first message of an income and 422 to the others, until it is well. */
    const losing = async (isTaken: boolean) => {
      const recorded = recordedTaxService(PEOPLE);
      let incomes = 0;
      const state = { isWell: false };
      service = await startLocalService((request) => {
        const isIncome =
          request.body.includes("SendMessageRequest") &&
          request.body.includes("PostIncomeRequestV2");
        if (!isIncome || state.isWell) return recorded(request);
        incomes += 1;
        if (incomes > 1) return { status: 422, type: "text/plain", body: "no" };
        if (isTaken) {
          const id = /<t:MessageId>(.+?)</.exec(recorded(request).body)?.[1] ?? "";
          const body = `<t:MessageId>${id}</t:MessageId>`;
          for (let look = 0; look < 2; look += 1) recorded({ ...request, body });
        }
        return { status: 502, type: "text/plain", body: "bad gateway" };
      });
      const { url } = service;
      return {
        state,
        tax: httpTaxService({ url, pollMs: 5 }, messageRows(database.kysely)),
      };
    };

    test("and was: the receipt is found", async () => {
      const { tax } = await losing(true);
      expect(await tax.registerIncomes([income("91")])).toMatchObject([{ status: "REGISTERED" }]);
    });

    test("and was not: it is no refusal until it can no longer be registered", async () => {
      const { tax } = await losing(false);
      for (let time = 0; time < 2; time += 1)
        expect(await tax.registerIncomes([income("92")])).toMatchObject([{ status: "FAULT" }]);
      await sql`UPDATE tax_service_messages SET unheard_at = unheard_at - interval '25 hours'`.execute(
        database.kysely,
      );
      expect(await tax.registerIncomes([income("92")])).toEqual([
        { operationId: "92", status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" },
      ]);
      expect((await database.pool.query("SELECT 1 FROM tax_service_messages")).rowCount).toBe(0);
    });

    test("and the one sent after it is registered as ever", async () => {
      const { state, tax } = await losing(false);
      await tax.registerIncomes([income("93")]);
      state.isWell = true;
      expect(await settle(tax, [income("93")])).toMatchObject([{ status: "REGISTERED" }]);
    });
  });

  test("finds the receipt of a duplicate that names none; one it cannot tell apart is no refusal", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const { url } = service;
    const make = () => httpTaxService({ url }, messageRows(database.kysely));
    const [first] = await settle(make(), [income("quiet-1")]);
    // The answer was lost with its row.
    const [again] = await settle(make(), [income("quiet-1")]);
    expect(again).toMatchObject({
      status: "REGISTERED",
      receiptId: first?.status === "REGISTERED" ? first.receiptId : "",
    });
    await settle(make(), [income("quiet-2")]);
    expect(await settle(make(), [income("quiet-2")])).toEqual([
      { operationId: "quiet-2", status: "DUPLICATE" },
    ]);
  });

  test("a receipt that is another payment's of the same moment and sum is not taken for this one's", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const { url } = service;
    const make = () => httpTaxService({ url }, messageRows(database.kysely));
    const { id } = await aWorkman(database.kysely);
    await sql`UPDATE workmen SET inn = ${PEOPLE.inn} WHERE id = ${id}`.execute(database.kysely);
    const [one, other] = ["quiet-6", "quiet-5"].map((operationId) =>
      income(operationId, { operationAt: new Date("2026-03-04T09:00:00Z") }),
    ) as [IncomeRequest, IncomeRequest];
    const numberOf = (result: IncomeResult | undefined) =>
      result?.status === "REGISTERED" ? result.receiptId : null;
    const number = numberOf((await settle(make(), [other]))[0]);
    await sql`
      INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks,
        tax_receipt_id, operation_at)
      VALUES (1, 1, ${id}, 'REGISTERED', ${other.amountKopecks}, ${number},
        ${other.operationAt})`.execute(database.kysely);
    // Of this one the service has never heard.
    expect(await make().findIncome(one)).toEqual({ status: "ABSENT" });
    const first = numberOf((await settle(make(), [one]))[0]);
    expect(first).not.toBe(number);
    expect(numberOf((await settle(make(), [one]))[0])).toBe(first);
  });

  test("an income issued anew is found beside the annulled one of its moment and sum", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    const { url } = service;
    const make = () => httpTaxService({ url }, messageRows(database.kysely));
    const [first, anew] = ["quiet-7", "quiet-8"].map((operationId) =>
      income(operationId, { operationAt: new Date("2026-03-05T09:00:00Z") }),
    ) as [IncomeRequest, IncomeRequest];
    const numberOf = async (request: IncomeRequest) => {
      const [result] = await settle(make(), [request]);
      return result?.status === "REGISTERED" ? result.receiptId : "";
    };
    const annulled = {
      inn: PEOPLE.inn,
      receiptId: await numberOf(first),
      reason: "REFUND",
    } as const;
    for (let asked = 0; asked < 5; asked += 1) await make().cancelReceipts([annulled]);
    // Annulled before it was heard of: it is still found.
    expect(await numberOf(first)).toBe(annulled.receiptId);
    const number = await numberOf(anew);
    expect(number).not.toBe("");
    expect(await numberOf(anew)).toBe(number);
  });

  test("that cannot take or find one message, goes on with the others; that one is asked again", async () => {
    const recorded = recordedTaxService(PEOPLE);
    const fault = {
      status: 500,
      type: "text/xml",
      body: '<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>Schema validation failed</faultstring></s:Fault></s:Body></s:Envelope>',
    };
    let isBroken = true;
    service = await startLocalService((request) =>
      isBroken && (/poisoned/.test(request.body) || /GetIncomeRequestV2/.test(request.body))
        ? fault
        : recorded(request),
    );
    const { url } = service;
    const tax = () => httpTaxService({ url }, messageRows(database.kysely));
    expect(
      await tax().registerIncomes([{ ...income("71"), amountKopecks: 100n }, income("poisoned-1")]),
    ).toEqual([
      { operationId: "71", status: "PROCESSING" },
      { operationId: "poisoned-1", status: "FAULT" },
    ]);
    await settle(tax(), [income("quiet-7")]);
    // A duplicate whose receipt cannot be found now.
    await tax().registerIncomes([income("quiet-7")]);
    const answers = async () =>
      (await tax().incomeResults(["71", "quiet-7"])).map(({ operationId, ...rest }) => [
        operationId,
        rest.status,
        "error" in rest ? rest.error : null,
      ]);
    await answers();
    expect(await answers()).toEqual([
      ["71", expect.stringMatching(/REGISTERED|UNKNOWN/), null],
      ["quiet-7", "DUPLICATE", null],
    ]);
    isBroken = false;
    expect((await tax().incomeResults(["quiet-7"]))[0]).toMatchObject({ status: "REGISTERED" });
    expect((await settle(tax(), [income("poisoned-1")]))[0]).toMatchObject({
      status: "REGISTERED",
    });
  });

  test("throws while it is out of reach, so that nothing is taken for refused", async () => {
    service = await startLocalService(recordedTaxService(PEOPLE));
    service.failNext(20, 503);
    await expect(
      httpTaxService(
        { url: service.url, attempts: 1 },
        messageRows(database.kysely),
      ).registerIncomes([income("1")]),
    ).rejects.toThrow("answered 503");
  });

  test("refuses an answer with a DOCTYPE", () => {
    expect(() =>
      parseXml(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`),
    ).toThrow("DOCTYPE");
  });
});

describe.each<[string, () => Promise<{ sms: SmsGateway; arrived(): Promise<unknown> }>]>([
  [
    "the simulated phones",
    async () => ({
      sms: sandboxSms(database.kysely, systemClock),
      arrived: async () =>
        (await database.pool.query("SELECT phone, text FROM sandbox.sms ORDER BY id DESC LIMIT 1"))
          .rows[0],
    }),
  ],
  [
    "the SMS gateway over HTTP",
    async () => {
      const local = (service = await startLocalService(() => ({
        status: 202,
        type: "text/plain",
        body: "",
      })));
      return {
        sms: httpSms({ url: local.url }),
        arrived: async () => JSON.parse(local.heard[0]?.body ?? "") as unknown,
      };
    },
  ],
])("%s", (_name, open) => {
  test("take a message", async () => {
    const { sms, arrived } = await open();
    await sms.send("79161234567", "Код входа: 123456");
    expect(await arrived()).toMatchObject({ phone: "79161234567", text: "Код входа: 123456" });
  });
});

test("a text message said twice under one id arrives once", async () => {
  const sms = sandboxSms(database.kysely, systemClock);
  for (const text of ["Подпишите акт", "Подпишите акт"])
    await sms.send("79161234568", text, "message-1");
  expect(
    (await database.pool.query("SELECT text FROM sandbox.sms WHERE phone = '79161234568'")).rows,
  ).toEqual([{ text: "Подпишите акт" }]);
});

describe.each<[string, () => Promise<{ mail: MailGateway; arrived(): Promise<unknown> }>]>([
  [
    "the simulated mailboxes",
    async () => ({
      mail: sandboxMail(database.kysely, systemClock),
      arrived: async () =>
        (
          await database.pool.query(
            "SELECT message_id AS id, email AS to, subject, text, html FROM sandbox.mails",
          )
        ).rows,
    }),
  ],
  [
    "the mail gateway over HTTP",
    async () => {
      const local = (service = await startLocalService(() => ({
        status: 202,
        type: "text/plain",
        body: "",
      })));
      local.failNext(1, 503);
      return {
        mail: httpMail({ url: local.url }),
        arrived: async () => [
          ...new Map(
            local.heard
              .map(({ body }) => JSON.parse(body) as { id: string })
              .map((one) => [one.id, one]),
          ).values(),
        ],
      };
    },
  ],
])("%s", (_name, open) => {
  test("take an e-mail in both forms, and a repeat is the same e-mail", async () => {
    const { mail, arrived } = await open();
    const letter = {
      id: "mail-1",
      to: "anna@company.example",
      subject: "Подпишите акт",
      text: "Подпишите акт",
      html: "<p>Подпишите акт</p>",
    };
    await mail.send(letter);
    await mail.send(letter);
    expect(await arrived()).toEqual([letter]);
  });
});

describe.each<[string, () => Promise<CompanyRegister>]>([
  ["the simulated register of companies", async () => sandboxCompanyRegister()],
  [
    "the register of companies over HTTP",
    async () =>
      httpCompanyRegister({
        url: (service = await startLocalService(recordedCompanyRegister())).url,
      }),
  ],
])("%s", (_name, open) => {
  test("knows a company by its ИНН, and says when there is none", async () => {
    const register = await open();
    const company = await register.findCompany("7707083893");
    expect([company?.inn, company?.shortName, isOgrn(company?.ogrn ?? "")]).toEqual([
      "7707083893",
      expect.stringMatching(/^\S+ «.+»$/),
      true,
    ]);
    expect(await register.findCompany("7700000005")).toBeNull();
  });
});

test("a register of companies out of reach is said to be so, and not taken for an empty one", async () => {
  const register = httpCompanyRegister({
    url: (service = await startLocalService(recordedCompanyRegister())).url,
    attempts: 1,
  });
  service.failNext(1, 503);
  await expect(register.findCompany("7707083893")).rejects.toThrow(/answered 503/);
});

describe.each<[string, () => Promise<Maps>]>([
  ["the simulated map", async () => sandboxMaps()],
  [
    "the map over HTTP",
    async () => httpMaps({ url: (service = await startLocalService(recordedMaps())).url }),
  ],
])("%s", (_name, open) => {
  test("finds a place by its address", async () => {
    const places = await (await open()).findPlaces("Самара, Ленинградская 12");
    expect(places[0]).toMatchObject({
      city: "Самара",
      address: expect.stringContaining("Ленинградская"),
    });
    expect(Math.abs((places[0]?.latitude ?? 0) - 53.19)).toBeLessThan(0.1);
  });
});
