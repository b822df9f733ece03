import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface LocalService {
  readonly url: string;
  readonly heard: HeardRequest[];
  /** 0 cuts the connection. */
  failNext(count: number, status: number): void;
  close(): Promise<void>;
}

export type Answer = { status?: number; type: string; body: string };

/**
 * Recorded answers.
 *
 * @param answer - `null` cuts the connection.
 */
export async function startLocalService(
  answer: (request: HeardRequest) => Answer | null | Promise<Answer | null>,
): Promise<LocalService> {
  const heard: HeardRequest[] = [];
  const faults: number[] = [];
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const said = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      heard.push(said);
      const fault = faults.shift();
      const given =
        fault === undefined
          ? await answer(said)
          : fault > 0 && { status: fault, type: "text/plain", body: "fault" };
      if (!given) return void request.socket.destroy();
      const { status = 200, type, body } = given;
      response.writeHead(status, { "content-type": type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    failNext: (count, status) => void faults.push(...Array.from({ length: count }, () => status)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const json = (value: unknown): Answer => ({
  type: "application/json",
  body: JSON.stringify(value),
});

/** Returns orders in `returned`; an application is PENDING until first asked about. */
export function recordedBank(): (request: HeardRequest) => Answer {
  const at = "2026-03-02T10:00:00+03:00";
  const known = new Map<string, { orderId: string; status: string; at: string; reason?: string }>();
  const clients = new Map<string, { status: string; message?: string }>();
  return ({ path, body }) => {
    if (path === "/orders" || path === "/tax-orders") {
      const { orders } = JSON.parse(body) as { orders: { orderId: string; destination: string }[] };
      for (const { orderId, destination } of orders) {
        known.set(
          orderId,
          destination === "blocked"
            ? { orderId, status: "REJECTED", reason: "CARD_BLOCKED", at }
            : { orderId, status: "DONE", at },
        );
      }
      return json({ results: orders.map((order) => known.get(order.orderId)) });
    }
    if (path === "/orders/results") {
      const { orderIds } = JSON.parse(body) as { orderIds: string[] };
      return json({
        results: orderIds.map((orderId) => known.get(orderId) ?? { orderId, status: "UNKNOWN" }),
      });
    }
    if (path === "/clients") {
      const { applicationId, passport } = JSON.parse(body) as {
        applicationId: string;
        passport: { number: string };
      };
      if (passport.number === "") return { status: 422, type: "application/json", body: "{}" };
      clients.set(
        applicationId,
        clients.get(applicationId) ??
          (passport.number === "000000"
            ? { status: "INVALID", message: "DOCUMENT_INVALID: passport не найден" }
            : { status: "VALID" }),
      );
      return json({ applicationId, status: "PENDING" });
    }
    if (path === "/clients/results") {
      const { applicationIds } = JSON.parse(body) as { applicationIds: string[] };
      return json({
        results: applicationIds.map((applicationId) => ({
          applicationId,
          ...(clients.get(applicationId) ?? { status: "UNKNOWN" }),
        })),
      });
    }
    if (path === "/card-bindings")
      return json({
        url: `https://bank.example/${(JSON.parse(body) as { bindingId: string }).bindingId}`,
      });
    if (path === "/card-bindings/results")
      return json({
        results: [
          { bindingId: "bound", status: "BOUND", token: "token-1", panMask: "411111******1111" },
          { bindingId: "refused", status: "FAILED" },
          { bindingId: "new", status: "UNKNOWN" },
        ],
      });
    if (path === "/cards/statuses")
      return json({
        cards: [
          { token: "token-1", status: "expired" },
          { token: "token-2", status: "UNKNOWN" },
        ],
      });
    if (path.startsWith("/statement")) {
      const line = {
        paymentId: "in-1",
        amountKopecks: 10_300_000,
        payerInn: "7707083893",
        payerName: "ООО «Ромашка»",
        purpose: "Счёт 100001",
        at,
      };
      return json({
        payments: path.endsWith("?after=page%201")
          ? []
          : [line, { ...line, paymentId: "in-2", bankProvider: "NOMINAL" }],
        position: "page 1",
      });
    }
    // In the bank's order.
    return json({
      results: path.includes("after=")
        ? []
        : [
            { orderId: "late", status: "RETURNED", reason: "SOMETHING_NEW", at },
            {
              orderId: "early",
              status: "RETURNED",
              reason: "ACCOUNT_CLOSED",
              at: "2026-03-01T10:00:00+03:00",
            },
          ],
      position: "2 из 2",
    });
  };
}

const soap = (body: string, status = 200): Answer => ({
  status,
  type: "text/xml; charset=utf-8",
  body: `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`,
});
const fieldOf = (body: string, name: string) =>
  new RegExp(`<m:${name}>([^<]*)<`).exec(body)?.[1] ?? "";
const refusal = (code: string, args: Record<string, string> = {}) =>
  `<ns2:SmzPlatformError xmlns:ns2="urn:smz"><ns2:Code>${code}</ns2:Code><ns2:Message>отказ</ns2:Message>${Object.entries(
    args,
  )
    .map(
      ([key, value]) =>
        `<ns2:Args><ns2:Key>${key}</ns2:Key><ns2:Value>${value}</ns2:Value></ns2:Args>`,
    )
    .join("")}</ns2:SmzPlatformError>`;

/** PROCESSING first, then answered; refusals are SOAP faults. */
export function recordedTaxService(known: {
  inn: string;
  stranger: string;
  limited: string;
}): (request: HeardRequest) => Answer {
  const messages: { body: string; looks: number }[] = [];
  const receipts = new Map<string, string>();
  const canceled = new Set<string>();
  const amountOf = new Map<string, string>();
  const ownerOf = new Map<string, string>();
  const registrations = new Map<string, { inn: string; looks: number }>();

  const answerTo = (body: string): string => {
    const inn = fieldOf(body, "Inn") || fieldOf(body, "InnList");
    if (body.includes("PostRegistrationRequest")) {
      if (inn === known.inn) return refusal("TAXPAYER_ALREADY_REGISTERED");
      if (fieldOf(body, "PassportNumber") === "000000")
        return refusal("REQUEST_VALIDATION_ERROR", { FIELD: "PassportNumber" });
      registrations.set(`registration-${inn}`, { inn, looks: 0 });
      return `<ns2:PostRegistrationResponse xmlns:ns2="urn:smz"><ns2:Id>registration-${inn}</ns2:Id></ns2:PostRegistrationResponse>`;
    }
    if (body.includes("GetRegistrationStatusRequest")) {
      const registration = registrations.get(fieldOf(body, "Id"));
      if (!registration) return refusal("REQUEST_NOT_FOUND");
      registration.looks += 1;
      const result =
        registration.looks === 1
          ? "<ns2:RequestResult>IN_PROGRESS</ns2:RequestResult>"
          : registration.inn === known.limited
            ? "<ns2:RequestResult>FAILED</ns2:RequestResult><ns2:RejectionReason>Гражданство не позволяет</ns2:RejectionReason>"
            : "<ns2:RequestResult>COMPLETED</ns2:RequestResult><ns2:RegistrationTime>2026-03-02T07:00:00Z</ns2:RegistrationTime>";
      return `<ns2:GetRegistrationStatusResponse xmlns:ns2="urn:smz">${result}</ns2:GetRegistrationStatusResponse>`;
    }
    if (inn === known.stranger) return refusal("TAXPAYER_UNREGISTERED");
    if (body.includes("PostIncomeRequestV2")) {
      if (inn === known.limited)
        return refusal("REQUEST_VALIDATION_ERROR", { YEAR: "2026", THRESHOLD: "2400000" });
      const operation = fieldOf(body, "OperationUniqueId");
      const receipt = receipts.get(operation);
      // Not every answer names its receipt.
      if (receipt)
        return refusal("DUPLICATE", operation.startsWith("quiet") ? {} : { RECEIPT_ID: receipt });
      const fresh = `20recpt${String(receipts.size + 1).padStart(3, "0")}`;
      receipts.set(operation, fresh);
      ownerOf.set(fresh, inn);
      amountOf.set(fresh, fieldOf(body, "TotalAmount"));
      return `<ns2:PostIncomeResponseV2 xmlns:ns2="urn:smz"><ns2:ReceiptId>${fresh}</ns2:ReceiptId><ns2:Link>https://lknpd.nalog.ru/api/v1/receipt/${inn}/${fresh}/print</ns2:Link></ns2:PostIncomeResponseV2>`;
    }
    if (body.includes("PostCancelReceiptRequestV2")) {
      const receipt = fieldOf(body, "ReceiptId");
      if (![...receipts.values()].includes(receipt)) return refusal("RECEPT_ID_NOT_FOUND");
      if (canceled.has(receipt)) return refusal("ALREADY_DELETED");
      canceled.add(receipt);
      return `<ns2:PostCancelReceiptResponseV2 xmlns:ns2="urn:smz"><ns2:RequestResult>DELETED</ns2:RequestResult></ns2:PostCancelReceiptResponseV2>`;
    }
    if (body.includes("GetIncomeRequestV2")) {
      const offset = Number(fieldOf(body, "Offset"));
      const page = [...ownerOf]
        .filter(([, owner]) => owner === inn)
        .slice(offset, offset + Number(fieldOf(body, "Limit")));
      const items = page.map(
        ([receipt]) =>
          `<ns2:Receipts><ns2:Link/><ns2:ReceiptId>${receipt}</ns2:ReceiptId><ns2:TotalAmount>${amountOf.get(receipt) ?? "0"}</ns2:TotalAmount>${canceled.has(receipt) ? "<ns2:CancelationTime>2026-03-02T07:00:00Z</ns2:CancelationTime>" : ""}</ns2:Receipts>`,
      );
      return `<ns2:GetIncomeResponseV2 xmlns:ns2="urn:smz">${items.join("")}</ns2:GetIncomeResponseV2>`;
    }
    if (body.includes("PostBindPartnerWithInnRequest"))
      return inn === known.inn
        ? refusal("TAXPAYER_ALREADY_BOUND", { INN: inn })
        : `<ns2:R xmlns:ns2="urn:smz"><ns2:Id>bind-1</ns2:Id></ns2:R>`;
    if (body.includes("PostGrantedPermissionsRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:Id>7</ns2:Id></ns2:R>`;
    if (/Get(BindPartner|GrantedPermissions)StatusRequest/.test(body))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:Result>COMPLETED</ns2:Result><ns2:Inn>${known.inn}</ns2:Inn><ns2:Permissions>INCOME_REGISTRATION</ns2:Permissions><ns2:Permissions>TAX_PAYMENT</ns2:Permissions></ns2:R>`;
    if (body.includes("PostUnbindPartnerRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:UnregistrationTime>2026-03-02T07:00:00Z</ns2:UnregistrationTime></ns2:R>`;
    if (body.includes("GetNewlyUnboundTaxpayersRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:Taxpayers><ns2:Inn>${known.inn}</ns2:Inn><ns2:UnboundTime>2026-03-02T07:00:00Z</ns2:UnboundTime></ns2:Taxpayers><ns2:HasMore>false</ns2:HasMore></ns2:R>`;
    if (body.includes("GetTaxpayerRestrictionsRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:RequestResult>ALLOW</ns2:RequestResult></ns2:R>`;
    if (body.includes("GetTaxpayerAccountStatusRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:BonusAmount>9000</ns2:BonusAmount><ns2:UnpaidAmount>400.00</ns2:UnpaidAmount><ns2:DebtAmount>0</ns2:DebtAmount></ns2:R>`;
    if (body.includes("GetAccrualsAndDebtsRequest")) {
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:AccrualsAndDebtsList><ns2:TaxCharge><ns2:Amount>400.5</ns2:Amount><ns2:DueDate>2026-03-30T00:00:00Z</ns2:DueDate><ns2:TaxPeriodId>202602</ns2:TaxPeriodId><ns2:PaidAmount>100.00</ns2:PaidAmount></ns2:TaxCharge><ns2:Krsb><ns2:Debt>10.00</ns2:Debt><ns2:Penalty>1.05</ns2:Penalty></ns2:Krsb></ns2:AccrualsAndDebtsList></ns2:R>`;
    }
    if (body.includes("GetPaymentDocumentsRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:PaymentDocumentsList><ns2:DocumentsList><ns2:DocumentIndex>18210000000000000001</ns2:DocumentIndex><ns2:TaxPaymentPeriod>МС.02.2026</ns2:TaxPaymentPeriod><ns2:Amount>300.50</ns2:Amount><ns2:DueDate>2026-03-30T00:00:00Z</ns2:DueDate><ns2:RecipientBankName>Банк казначейства</ns2:RecipientBankName><ns2:RecipientBankBik>017099900</ns2:RecipientBankBik><ns2:RecipientBankAccountNumber>40102810000000000900</ns2:RecipientBankAccountNumber><ns2:Recipient>Казначейство</ns2:Recipient><ns2:RecipientAccountNumber>03100643000000099900</ns2:RecipientAccountNumber><ns2:RecipientInn>7700000009</ns2:RecipientInn><ns2:RecipientKpp>770001001</ns2:RecipientKpp><ns2:Kbk>18210506000011000110</ns2:Kbk><ns2:Oktmo>45380000</ns2:Oktmo></ns2:DocumentsList><ns2:DocumentsList><ns2:DocumentIndex>18210000000000000002</ns2:DocumentIndex><ns2:TaxPaymentPeriod>МС.01.2026</ns2:TaxPaymentPeriod><ns2:Amount>1</ns2:Amount><ns2:Recipient>Казначейство</ns2:Recipient></ns2:DocumentsList></ns2:PaymentDocumentsList></ns2:R>`;
    if (body.includes("GetIncomeForPeriodRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:TotalAmount>10000.00</ns2:TotalAmount><ns2:CanceledTotalAmount>5.00</ns2:CanceledTotalAmount><ns2:Tax>400.00</ns2:Tax></ns2:R>`;
    if (body.includes("GetNotificationsRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:NotificationsResponse><ns2:Notif><ns2:Id>n1</ns2:Id><ns2:Title>Срок уплаты</ns2:Title><ns2:Message>Уплатите налог</ns2:Message><ns2:CreatedAt>2026-03-02T07:00:00Z</ns2:CreatedAt></ns2:Notif></ns2:NotificationsResponse></ns2:R>`;
    if (/Get(Income|Registration)ReferenceRequestV2/.test(body))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:Attachment><ns2:attachment>${Buffer.from("%PDF-1.7 справка").toString("base64")}</ns2:attachment></ns2:Attachment></ns2:R>`;
    if (body.includes("GetGrantedPermissionsRequest"))
      return `<ns2:R xmlns:ns2="urn:smz"><ns2:GrantedPermissionsList>INCOME_REGISTRATION</ns2:GrantedPermissionsList></ns2:R>`;
    return `<ns2:GetTaxpayerStatusResponse xmlns:ns2="urn:smz"><ns2:FirstName>Иван</ns2:FirstName><ns2:RegistrationTime>2024-01-10T00:00:00Z</ns2:RegistrationTime></ns2:GetTaxpayerStatusResponse>`;
  };

  return ({ path, body, headers }) => {
    if (path.startsWith("/AuthService")) {
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return soap(
        `<t:GetMessageResponse xmlns:t="urn:auth"><t:Message><a:AuthResponse xmlns:a="urn:a"><a:Result><a:Token>temporary</a:Token><a:ExpireTime>${expires}</a:ExpireTime></a:Result></a:AuthResponse></t:Message></t:GetMessageResponse>`,
      );
    }
    if (headers["fns-openapi-token"] !== "temporary")
      return soap(
        `<SOAP-ENV:Fault><faultcode>SOAP-ENV:Client</faultcode><faultstring>no token</faultstring></SOAP-ENV:Fault>`,
        500,
      );
    if (body.includes("SendMessageRequest")) {
      messages.push({ body, looks: 0 });
      return soap(
        `<t:SendMessageResponse xmlns:t="urn:async"><t:MessageId>${messages.length - 1}</t:MessageId></t:SendMessageResponse>`,
      );
    }
    const message = messages[Number(/<t:MessageId>([^<]*)</.exec(body)?.[1])];
    if (!message)
      return soap(
        `<SOAP-ENV:Fault><faultstring>Message expired or not found</faultstring></SOAP-ENV:Fault>`,
        500,
      );
    message.looks += 1;
    if (message.looks === 1)
      return soap(
        `<t:GetMessageResponse xmlns:t="urn:async"><t:ProcessingStatus>PROCESSING</t:ProcessingStatus></t:GetMessageResponse>`,
      );
    const answer = answerTo(message.body);
    if (answer.includes("SmzPlatformError"))
      return soap(
        `<SOAP-ENV:Fault><faultstring>SmzPlatformError</faultstring><detail>${answer}</detail></SOAP-ENV:Fault>`,
        500,
      );
    return soap(
      `<t:GetMessageResponse xmlns:t="urn:async"><t:ProcessingStatus>COMPLETED</t:ProcessingStatus><t:Message>${answer}</t:Message></t:GetMessageResponse>`,
    );
  };
}

/** Knows 7707083893. */
export function recordedCompanyRegister(): (request: HeardRequest) => Answer {
  return ({ path }) =>
    path === "/companies/7707083893"
      ? json({
          kpp: "773601001",
          ogrn: "1027700132195",
          shortName: "ПАО «Пример»",
          fullName: "Публичное акционерное общество «Пример»",
          legalAddress: "г. Москва",
        })
      : { status: 404, type: "application/json", body: "{}" };
}

/** One place for every query. */
export function recordedMaps(): (request: HeardRequest) => Answer {
  return () =>
    json({
      places: [
        {
          address: "г. Самара, Ленинградская 12",
          latitude: 53.19,
          longitude: 50.09,
          city: "Самара",
        },
        { address: "без точки" },
      ],
    });
}
