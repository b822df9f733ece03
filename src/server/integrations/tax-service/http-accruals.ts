import { PlatformError, type MessageExchange } from "./message-exchange.ts";
import type {
  MonthIncome,
  ReferenceResult,
  TaxAccruals,
  TaxDocument,
  TaxPayee,
  TaxService,
} from "./port.ts";
import {
  element,
  mapFewAtOnce,
  kopecksOf,
  message,
  required,
  taxErrorOf,
  UNSEEN,
} from "./soap-messages.ts";
import { findAll, findFirst, textOf, type XmlElement } from "./xml.ts";

type Part = Pick<
  TaxService,
  "taxpayerAccount" | "accruals" | "paymentDocuments" | "monthIncomes" | "references"
>;

/** Source: `domain.md` §1.3, «Read». */
export function httpAccruals(exchange: MessageExchange): Part {
  /** `null`: access denied. */
  async function ask(name: string, body: string): Promise<XmlElement | null> {
    try {
      return await exchange.ask(message(name, body));
    } catch (error) {
      if (error instanceof PlatformError && UNSEEN.has(error.code)) return null;
      throw error;
    }
  }

  return {
    async taxpayerAccount(inn) {
      try {
        const answer = await exchange.ask(
          message("GetTaxpayerAccountStatusRequest", element("Inn", inn)),
        );
        return {
          bonusKopecks: sumOf(answer, "BonusAmount"),
          unpaidKopecks: sumOf(answer, "UnpaidAmount"),
          debtKopecks: sumOf(answer, "DebtAmount"),
        };
      } catch (error) {
        if (error instanceof PlatformError) return taxErrorOf(error);
        throw error;
      }
    },

    accruals: async (inns) =>
      (
        await mapFewAtOnce(inns, async (inn): Promise<TaxAccruals | null> => {
          const answer = await ask("GetAccrualsAndDebtsRequest", element("InnList", inn));
          if (!answer) return null;
          requireList(answer, "AccrualsAndDebtsList");
          const charges = findAll(answer, "TaxCharge").map((charge) => ({
            period: required(textOf(charge, "TaxPeriodId"), "TaxPeriodId"),
            taxKopecks: sumOf(charge, "Amount"),
            paidKopecks: sumOf(charge, "PaidAmount"),
            dueDate: required(textOf(charge, "DueDate"), "DueDate").slice(0, 10),
          }));
          const books = findAll(answer, "Krsb");
          const total = (name: string) => books.reduce((sum, book) => sum + sumOf(book, name), 0n);
          return { inn, charges, debtKopecks: total("Debt"), penaltyKopecks: total("Penalty") };
        })
      ).filter((one) => one !== null),

    paymentDocuments: async (inns) =>
      (
        await mapFewAtOnce(inns, async (inn): Promise<TaxDocument[]> => {
          const answer = await ask("GetPaymentDocumentsRequest", element("InnList", inn));
          if (!answer) return [];
          requireList(answer, "PaymentDocumentsList");
          return findAll(answer, "DocumentsList").map((document) => ({
            inn,
            period: periodOf(textOf(document, "TaxPaymentPeriod")),
            uin: required(textOf(document, "DocumentIndex"), "DocumentIndex"),
            amountKopecks: sumOf(document, "Amount"),
            dueDate: textOf(document, "DueDate").slice(0, 10) || null,
            payee: payeeOf(document),
          }));
        })
      ).flat(),

    monthIncomes: async (queries) =>
      (
        await mapFewAtOnce(queries, async ({ inn, period }): Promise<MonthIncome | null> => {
          const answer = await ask(
            "GetIncomeForPeriodRequest",
            element("Inn", inn) + element("TaxPeriodId", period),
          );
          return (
            answer && {
              inn,
              period,
              totalKopecks: sumOf(answer, "TotalAmount"),
              canceledKopecks: sumOf(answer, "CanceledTotalAmount"),
            }
          );
        })
      ).filter((one) => one !== null),

    references: (requests) =>
      mapFewAtOnce(requests, async ({ requestId, inn, type, year }): Promise<ReferenceResult> => {
        const body =
          element("Inn", inn) +
          element("RequestTime", new Date().toISOString()) +
          element("RequestYear", String(year));
        try {
          const answer = await exchange.ask(
            message(
              type === "INCOME"
                ? "GetIncomeReferenceRequestV2"
                : "GetRegistrationReferenceRequestV2",
              body,
            ),
          );
          const file = findFirst(answer, "Attachment") ?? answer;
          return {
            requestId,
            status: "READY",
            pdf: Buffer.from(
              required(textOf(file, "attachment") || file.text.trim(), "attachment"),
              "base64",
            ),
          };
        } catch (error) {
          if (error instanceof PlatformError)
            return { requestId, status: "FAILED", error: taxErrorOf(error) };
          throw error;
        }
      }),
  };
}

/** Field 107: `МС.10.2026` → `202610`; others stay. */
function periodOf(text: string): string {
  const match = /^МС\.(\d{2})\.(\d{4})$/.exec(text);
  return match ? `${match[2]}${match[1]}` : text;
}

/** A missing requisite must not stop the payment by УИН. */
function payeeOf(document: XmlElement): TaxPayee | null {
  const payee: TaxPayee = {
    name: textOf(document, "Recipient"),
    account: textOf(document, "RecipientAccountNumber"),
    bankName: textOf(document, "RecipientBankName"),
    bic: textOf(document, "RecipientBankBik"),
    corAccount: textOf(document, "RecipientBankAccountNumber"),
    inn: textOf(document, "RecipientInn"),
    kpp: textOf(document, "RecipientKpp"),
    kbk: textOf(document, "Kbk"),
    oktmo: textOf(document, "Oktmo"),
  };
  return Object.values(payee).includes("") ? null : payee;
}

/** The person's, empty or not: without it nothing is said of him. */
function requireList(answer: XmlElement, name: string): void {
  if (!findFirst(answer, name)) throw new Error(`the tax service's answer has no ${name}`);
}

function sumOf(answer: XmlElement, name: string): bigint {
  return kopecksOf(textOf(answer, name));
}
