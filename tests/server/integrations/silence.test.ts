import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { httpBank } from "#server/integrations/bank/http.ts";
import type { BankClient, BankGateway } from "#server/integrations/bank/port.ts";
import { httpCompanyRegister } from "#server/integrations/company-register/http.ts";
import { httpTaxService } from "#server/integrations/tax-service/http.ts";
import { messageRows } from "#server/integrations/tax-service/message-rows.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import { isOutage } from "#server/work/out-of-reach.ts";
import {
  recordedTaxService,
  startLocalService,
  type LocalService,
} from "#tests/support/outside-services.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

/** What is taken for no answer, so that it is asked again: never for a word about anybody. */

const PAGE = "<!DOCTYPE html><html><body><p>Сервис временно недоступен<br></body></html>";
const AT = "2026-03-02T10:00:00+03:00";
const SUBJECT = "1-1-1";

let service: LocalService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const NOTHING: readonly [string, string][] = [
  ["an empty body", ""],
  ["null", "null"],
  ["0", "0"],
  ["a string", '"PAID"'],
  ["an empty list", "[]"],
  ["an empty object", "{}"],
  ["a proxy's page", PAGE],
];

/** @param line - of an answer that is understood. */
function brokenLists(list: string, id: string, line: Record<string, unknown>): [string, string][] {
  const of = (...lines: unknown[]) => JSON.stringify({ [list]: lines, position: null });
  const { status: _status, ...unsaid } = line;
  return [
    ...NOTHING,
    ["half of the answer", of(line).slice(0, -9)],
    ["the list alone", JSON.stringify([line])],
    ["no list", JSON.stringify({ [list]: null })],
    ["a string for a list", JSON.stringify({ [list]: "UNKNOWN" })],
    ["a list without a line", of()],
    ["a list with nothing in its line", of(null)],
    ["a line of another", of({ ...line, [id]: "2-2-2" })],
    ["a line without the name", of({ ...line, [id]: undefined })],
    ["a line without a status", of(unsaid)],
    ["a status nobody agreed on", of({ ...line, status: "OK" })],
    ["a number for a status", of({ ...line, status: 0 })],
    ["two lines that differ", of(line, { ...line, status: "UNKNOWN" })],
  ];
}

/** Of lists that may be empty. */
function brokenPages(list: string, line: object): [string, string][] {
  const position = null;
  return [
    ...NOTHING,
    ["half of the answer", JSON.stringify({ [list]: [line], position }).slice(0, -9)],
    ["the list alone", JSON.stringify([line])],
    ["no list", JSON.stringify({ position })],
    ["null for the list", JSON.stringify({ [list]: null, position })],
    ["a string for the list", JSON.stringify({ [list]: "", position })],
    ["no position", JSON.stringify({ [list]: [] })],
    ["a number for the position", JSON.stringify({ [list]: [], position: 0 })],
    ["nothing in its line", JSON.stringify({ [list]: [null], position })],
    ["an empty line", JSON.stringify({ [list]: [{}], position })],
    ["a line without a time", JSON.stringify({ [list]: [{ ...line, at: "" }], position })],
  ];
}

const order = { orderId: SUBJECT, amountKopecks: 100n } as never;
const result = { orderId: SUBJECT, status: "PENDING" };
const ofResults = brokenLists("results", "orderId", result);
const application = { applicationId: SUBJECT, status: "PENDING" };

const BANK: readonly [string, (bank: BankGateway) => Promise<unknown>, [string, string][]][] = [
  ["submitOrders", (bank) => bank.submitOrders([order]), ofResults],
  ["submitTaxOrders", (bank) => bank.submitTaxOrders([order]), ofResults],
  ["submitReturns", (bank) => bank.submitReturns([order]), ofResults],
  [
    "orderResults",
    (bank) => bank.orderResults([SUBJECT]),
    [
      ...ofResults,
      ["a payment without a time", `{"results":[{"orderId":"${SUBJECT}","status":"DONE"}]}`],
    ],
  ],
  [
    "cardBindingResults",
    (bank) => bank.cardBindingResults([SUBJECT]),
    [
      ...brokenLists("results", "bindingId", { bindingId: SUBJECT, status: "PENDING" }),
      ["a bound card without itself", `{"results":[{"bindingId":"${SUBJECT}","status":"BOUND"}]}`],
    ],
  ],
  [
    "cardStatuses",
    (bank) => bank.cardStatuses([SUBJECT]),
    brokenLists("cards", "token", { token: SUBJECT, status: "ok" }),
  ],
  [
    "clientResults",
    (bank) => bank.clientResults([SUBJECT]),
    brokenLists("results", "applicationId", application),
  ],
  [
    "submitClient",
    (bank) => bank.submitClient({ applicationId: SUBJECT } as BankClient),
    [
      ...NOTHING,
      ["half of the answer", JSON.stringify(application).slice(0, -3)],
      ["another's answer", JSON.stringify({ ...application, applicationId: "2-2-2" })],
      ["no status", JSON.stringify({ applicationId: SUBJECT })],
      ["a status nobody agreed on", JSON.stringify({ ...application, status: "OK" })],
    ],
  ],
  [
    "openCardBinding",
    (bank) => bank.openCardBinding({ bindingId: SUBJECT, returnUrl: "https://site.example" }),
    [...NOTHING, ["no address", '{"url":""}'], ["a script", '{"url":"javascript:alert(1)"}']],
  ],
  [
    "returnsAfter",
    (bank) => bank.returnsAfter(null),
    brokenPages("results", { orderId: SUBJECT, status: "RETURNED", at: AT }),
  ],
  [
    "incomingAfter",
    (bank) => bank.incomingAfter(null),
    brokenPages("payments", {
      paymentId: "in-1",
      amountKopecks: 100,
      payerInn: "7707083893",
      payerName: "ООО «Ромашка»",
      purpose: "Счёт 1",
      at: AT,
    }),
  ],
  [
    "statementOf",
    (bank) =>
      bank.statementOf({
        orderPrefix: "",
        payerInns: [],
        from: new Date(0),
        to: new Date(),
        position: null,
      }),
    brokenPages("lines", { kind: "OUTGOING", reference: SUBJECT, amountKopecks: 100, at: AT }),
  ],
];

describe.each(BANK)("the bank's silence: %s", (_name, ask, bodies) => {
  test.each(bodies)("%s", async (_what, body) => {
    service = await startLocalService(() => ({ type: "application/json", body }));
    await expect(ask(httpBank({ url: service.url }))).rejects.toThrow(
      /another shape|no JSON|no time/,
    );
  });
});

test("of two orders one is silent: the other's word is not lost with it", async () => {
  service = await startLocalService(() => ({
    type: "application/json",
    body: JSON.stringify({ results: [result] }),
  }));
  const bank = httpBank({ url: service.url });
  // Not the service's outage: the runner asks in halves and sets the silent one aside.
  const error = await bank.orderResults([SUBJECT, "2-2-2"]).catch((one: unknown) => one);
  expect([error instanceof Error, isOutage(error)]).toEqual([true, false]);
  expect(await bank.orderResults([SUBJECT])).toEqual([result]);
});

test.each(NOTHING)("%s is silence to everybody: no order is at fault", async (_what, body) => {
  service = await startLocalService(() => ({ type: "text/html", body }));
  const error = await httpBank({ url: service.url })
    .orderResults([SUBJECT])
    .catch((one: unknown) => one);
  expect(isOutage(error)).toBe(true);
});

const INN = "500100732259";
const envelope = (body: string) => `<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`;
const completed = (content: string) =>
  envelope(`<t:R xmlns:t="a"><t:ProcessingStatus>COMPLETED</t:ProcessingStatus>${content}</t:R>`);
const message = (content: string) => completed(`<t:Message xmlns:t="a">${content}</t:Message>`);

/** Answers to whatever was sent. */
const NO_WORD: readonly [string, string][] = [
  ...NOTHING,
  ["a proxy's page that is XML", "<html><body><p>Please wait</p></body></html>"],
  ["half of the answer", completed("").slice(0, -20)],
  ["an empty envelope", envelope("")],
  ["no state", envelope("<R/>")],
  ["a state nobody agreed on", envelope("<ProcessingStatus>DONE</ProcessingStatus>")],
  ["no message", completed("")],
  ["an empty message", message("")],
  ["a message of text", message("OK")],
  ["the answer to another message", message("<GetRegionsListResponse/>")],
];

const span = { from: new Date(0), to: new Date() };
/** With contents that lack what the method reads. */
const TAX: readonly [string, (tax: TaxService) => Promise<unknown>, [string, string][]][] = [
  [
    "canceledReceipts",
    (tax) => tax.canceledReceipts([{ inn: INN, ...span }]),
    [["no list of incomes", "<R/>"]],
  ],
  [
    "taxpayerStatuses",
    (tax) => tax.taxpayerStatuses([INN]),
    [["no registration", "<GetTaxpayerStatusResponse/>"]],
  ],
  [
    "requestBind",
    (tax) => tax.requestBind({ inn: INN, phone: "" }, []),
    [["no number", "<PostBindPartnerWithInnResponse/>"]],
  ],
  [
    "requestPermissions",
    (tax) => tax.requestPermissions(INN, []),
    [["no number", "<PostGrantedPermissionsResponse/>"]],
  ],
  [
    "bindResults",
    (tax) => tax.bindResults(["bind-1"]),
    [
      ["no result", "<GetBindPartnerStatusResponse/>"],
      [
        "a result nobody agreed on",
        "<GetBindPartnerStatusResponse><Result>0</Result></GetBindPartnerStatusResponse>",
      ],
    ],
  ],
  ["unbind", (tax) => tax.unbind(INN), []],
  ["newlyUnbound", (tax) => tax.newlyUnbound(span.from, span.to), []],
  [
    "restriction",
    (tax) => tax.restriction(INN),
    [["no result", "<GetTaxpayerRestrictionsResponse/>"]],
  ],
  [
    "requestRegistration",
    (tax) =>
      tax.requestRegistration({
        inn: INN,
        activities: [],
        middleName: null,
        passportSeries: null,
        passportNumber: null,
        email: null,
        phone: "",
        lastName: "",
        firstName: "",
        birthDate: "",
        regionId: "",
      }),
    [["no number", "<PostRegistrationResponse/>"]],
  ],
  [
    "registrationResults",
    (tax) => tax.registrationResults(["1"]),
    [["no result", "<GetRegistrationStatusResponse/>"]],
  ],
  [
    "taxpayerAccount",
    (tax) => tax.taxpayerAccount(INN),
    [["no sums", "<GetTaxpayerAccountStatusResponse/>"]],
  ],
  [
    "accruals",
    (tax) => tax.accruals([INN]),
    [
      ["no list", "<GetAccrualsAndDebtsResponse/>"],
      [
        "a charge without its sum",
        "<R><AccrualsAndDebtsList><TaxCharge><TaxPeriodId>202602</TaxPeriodId><DueDate>2026-03-30</DueDate><PaidAmount>0</PaidAmount></TaxCharge></AccrualsAndDebtsList></R>",
      ],
    ],
  ],
  [
    "paymentDocuments",
    (tax) => tax.paymentDocuments([INN]),
    [
      ["no list", "<GetPaymentDocumentsResponse/>"],
      [
        "a document without its sum",
        "<R><PaymentDocumentsList><DocumentsList><DocumentIndex>1</DocumentIndex></DocumentsList></PaymentDocumentsList></R>",
      ],
    ],
  ],
  [
    "monthIncomes",
    (tax) => tax.monthIncomes([{ inn: INN, period: "202602" }]),
    [["no sum", "<GetIncomeForPeriodResponse/>"]],
  ],
  ["messagesSince", (tax) => tax.messagesSince([INN], span.from), []],
  [
    "references",
    (tax) => tax.references([{ requestId: "1", inn: INN, type: "INCOME", year: 2025 }]),
    [["no file", "<GetIncomeReferenceResponseV2/>"]],
  ],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Takes every message and answers with `body`. */
async function taxServiceSaying(body: string): Promise<TaxService> {
  const recorded = recordedTaxService({ inn: INN, stranger: "-", limited: "-" });
  service = await startLocalService((request) =>
    request.path.startsWith("/AuthService") || request.body.includes("SendMessageRequest")
      ? recorded(request)
      : { type: "text/xml", body },
  );
  return httpTaxService({ url: service.url }, messageRows(database.kysely));
}

describe.each(TAX)("the tax service's silence: %s", (_name, ask, contents) => {
  test.each([...NO_WORD, ...contents.map(([what, text]) => [what, message(text)] as const)])(
    "%s",
    async (_what, body) => {
      const tax = await taxServiceSaying(body);
      await expect(ask(tax)).rejects.toThrow();
    },
  );
});

const income = {
  operationId: "1-1",
  inn: INN,
  serviceName: "Доставка",
  amountKopecks: 100_00n,
  operationAt: new Date("2026-03-02T09:00:00Z"),
  customerInn: "7707083893",
  customerName: "ООО «Ромашка»",
};
/** The outcome in which it is asked about again. */
const outcomeOf = (asked: Promise<readonly { status: string }[]>) =>
  asked.then(
    ([one]) => one?.status,
    () => "THROWN",
  );

test.each([
  ...NO_WORD,
  ["no list of incomes", message("<R/>")],
  ["no receipt", message("<PostIncomeResponseV2/>")] as const,
])(
  "%s neither registers an income, nor refuses it, nor shows that it is absent, nor annuls it",
  async (_what, body) => {
    const tax = await taxServiceSaying(body);
    await database.pool.query("DELETE FROM tax_service_messages");
    await tax.registerIncomes([income]);
    expect(["FAULT", "THROWN"]).toContain(await outcomeOf(tax.incomeResults(["1-1"])));
    expect((await database.pool.query("SELECT 1 FROM tax_service_messages")).rowCount).toBe(1);
    const cancel = [{ inn: INN, receiptId: "20recpt001", reason: "REFUND" }] as const;
    await tax.cancelReceipts(cancel);
    expect(await tax.cancelReceipts(cancel).catch(() => "THROWN")).toEqual(
      expect.toSatisfy(
        (said) =>
          said === "THROWN" || (said as { error?: string }[])[0]?.error === "INTERNAL_ERROR",
      ),
    );
    if (!body.includes("PostIncomeResponseV2"))
      expect((await tax.findIncome(income).catch(() => ({ status: "UNCLEAR" }))).status).toBe(
        "UNCLEAR",
      );
  },
);

describe("the company register's silence", () => {
  const ask = async (status: number, body: string, type = "application/json") => {
    service = await startLocalService(() => ({ status, type, body }));
    return httpCompanyRegister({ url: service.url, attempts: 1 })
      .findCompany("7707083893")
      .catch((error: unknown) => (isOutage(error) ? "OUTAGE" : error));
  };

  test.each([
    ...NOTHING,
    ["no name", '{"ogrn":"1027700132195"}'],
    ["an empty name", '{"ogrn":"1027700132195","shortName":" "}'],
  ])("%s is no company", async (_what, body) => {
    expect(await ask(200, body)).toBe("OUTAGE");
  });

  test.each([
    ...NOTHING.filter(([, body]) => body !== "{}"),
    ["a gateway's error", '{"message":"no Route matched with those values"}'],
  ])("a 404 with %s is not «there is none»", async (_what, body) => {
    expect(await ask(404, body)).toBe("OUTAGE");
    expect(await ask(404, body, "text/html")).toBe("OUTAGE");
  });

  test("its own 404 is", async () => {
    expect(await ask(404, "{}")).toBeNull();
  });
});

test.each(NOTHING)("%s of the public register says nothing of a person", async (_what, body) => {
  service = await startLocalService(() => ({ type: "application/json", body }));
  const tax = httpTaxService(
    { url: service.url, publicRegisterUrl: service.url },
    messageRows(database.kysely),
  );
  expect(await tax.isRegisteredPublicly(INN, "2026-03-02")).toBeNull();
});
