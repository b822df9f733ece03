import { sql } from "kysely";
import type { BindAnswer } from "#server/integrations/tax-service/port.ts";
import { fieldOf, fieldsOf, isQuiet, Refusal, rubles, xml, type TaxTruth } from "./tax-words.ts";

type Answer = string | Refusal;

/** Answers to everything but incomes and annulments. */
export async function readTaxes(truth: TaxTruth, name: string, body: string): Promise<Answer> {
  const { taxService } = truth;
  const inn = fieldOf(body, "Inn") || fieldOf(body, "InnList");
  const permissions = fieldsOf(body, "Permissions");
  switch (name) {
    case "GetIncomeRequestV2":
      return (await refusalOf(truth, inn, "INCOME_LIST")) ?? incomesOf(truth, inn, body);
    case "GetTaxpayerStatusRequest": {
      const [person] = await taxService.taxpayerStatuses([inn]);
      if (!person?.registered) return new Refusal("TAXPAYER_UNREGISTERED");
      if (!person.bound) return new Refusal("TAXPAYER_UNBOUND");
      const known = person.name;
      return [
        xml("RegistrationTime", "2024-01-10T00:00:00Z"),
        xml("SecondName", known?.lastName),
        xml("FirstName", known?.firstName),
        xml("Patronymic", known?.middleName ?? undefined),
        xml("Inn", person.currentInn ?? undefined),
      ].join("");
    }
    case "GetGrantedPermissionsRequest": {
      const [person] = await taxService.taxpayerStatuses([inn]);
      if (!person?.bound) return new Refusal("TAXPAYER_UNBOUND");
      return person.permissions.map((one) => xml("GrantedPermissionsList", one)).join("");
    }
    case "PostBindPartnerWithInnRequest":
    case "PostBindPartnerWithPhoneRequest":
      return left(
        await taxService.requestBind(
          { inn: inn === "" ? null : inn, phone: fieldOf(body, "Phone") },
          permissions,
        ),
      );
    case "PostGrantedPermissionsRequest":
      return left(await taxService.requestPermissions(inn, permissions));
    case "GetBindPartnerStatusRequest":
    case "GetGrantedPermissionsStatusRequest": {
      const [result] = await taxService.bindResults([fieldOf(body, "Id")]);
      if (result?.status !== "COMPLETED") return xml("Result", result?.status);
      const granted = result.permissions.map((one) => xml("Permissions", one));
      return xml("Result", "COMPLETED") + xml("Inn", result.inn) + granted.join("");
    }
    case "PostUnbindPartnerRequest":
      await taxService.unbind(inn);
      return xml("UnregistrationTime", truth.clock.now().toISOString());
    case "GetNewlyUnboundTaxpayersRequest": {
      const from = new Date(fieldOf(body, "From"));
      const people = await taxService.newlyUnbound(from, new Date(fieldOf(body, "To")));
      return pageOf(body, people)
        .map(
          (one) =>
            `<Taxpayers>${xml("Inn", one.inn)}${xml("UnboundTime", one.at.toISOString())}</Taxpayers>`,
        )
        .join("");
    }
    case "GetTaxpayerRestrictionsRequest": {
      const { allowed } = await taxService.restriction(inn);
      return xml("RequestResult", allowed ? "ALLOW" : "DENY");
    }
    case "GetTaxpayerAccountStatusRequest": {
      const sums = await taxService.taxpayerAccount(inn);
      if (typeof sums === "string") return new Refusal(sums);
      return (
        xml("BonusAmount", rubles(sums.bonusKopecks)) +
        xml("UnpaidAmount", rubles(sums.unpaidKopecks)) +
        xml("DebtAmount", rubles(sums.debtKopecks))
      );
    }
    case "GetAccrualsAndDebtsRequest": {
      const [sums] = await taxService.accruals([inn]);
      if (!sums) return unseen(truth, inn, "PAYMENT_INFORMATION");
      const charges = sums.charges.map(
        (one) =>
          `<TaxCharge>${xml("Amount", rubles(one.taxKopecks))}${xml("DueDate", one.dueDate)}${xml("TaxPeriodId", one.period)}${xml("PaidAmount", rubles(one.paidKopecks))}</TaxCharge>`,
      );
      return `<AccrualsAndDebtsList>${charges.join("")}<Krsb>${xml("Debt", rubles(sums.debtKopecks))}${xml("Penalty", rubles(sums.penaltyKopecks))}</Krsb></AccrualsAndDebtsList>`;
    }
    case "GetPaymentDocumentsRequest": {
      const refusal = await refusalOf(truth, inn, "PAYMENT_INFORMATION");
      if (refusal) return refusal;
      const documents = (await taxService.paymentDocuments([inn])).map(
        (one) =>
          `<DocumentsList>${xml("DocumentIndex", one.uin)}${xml("TaxPaymentPeriod", `МС.${one.period.slice(4)}.${one.period.slice(0, 4)}`)}${xml("Amount", rubles(one.amountKopecks))}</DocumentsList>`,
      );
      return `<PaymentDocumentsList>${documents.join("")}</PaymentDocumentsList>`;
    }
    case "GetIncomeForPeriodRequest": {
      const period = fieldOf(body, "TaxPeriodId");
      const [sums] = await taxService.monthIncomes([{ inn, period }]);
      if (!sums) return unseen(truth, inn, "INCOME_SUMMARY");
      return (
        xml("TotalAmount", rubles(sums.totalKopecks)) +
        xml("CanceledTotalAmount", rubles(sums.canceledKopecks))
      );
    }
    default:
      throw new Error(`nobody has told the tax service how to answer ${name}`);
  }
}

function left(answer: BindAnswer): Answer {
  if (answer.status === "SENT") return xml("Id", answer.requestId);
  return answer.status === "ALREADY_BOUND"
    ? new Refusal("TAXPAYER_ALREADY_BOUND", { INN: answer.inn })
    : new Refusal(answer.error);
}

function pageOf<Item>(body: string, items: readonly Item[]): readonly Item[] {
  const offset = Number(fieldOf(body, "Offset"));
  return items.slice(offset, offset + Number(fieldOf(body, "Limit")));
}

async function refusalOf(
  { taxService }: TaxTruth,
  inn: string,
  permission: string,
): Promise<Refusal | null> {
  const [person] = await taxService.taxpayerStatuses([inn]);
  if (!person?.registered) return new Refusal("TAXPAYER_UNREGISTERED");
  if (!person.bound) return new Refusal("TAXPAYER_UNBOUND");
  return person.permissions.includes(permission) ? null : new Refusal("PERMISSION_NOT_GRANTED");
}

async function unseen(truth: TaxTruth, inn: string, permission: string): Promise<Refusal> {
  return (await refusalOf(truth, inn, permission)) ?? new Refusal("INTERNAL_ERROR");
}

/** Those of the moment asked about that the list shows by now. */
async function incomesOf({ db, clock }: TaxTruth, inn: string, body: string): Promise<string> {
  const now = clock.now();
  const { rows } = await sql<{
    operation_id: string;
    receipt_id: string;
    amount_kopecks: bigint;
    canceled_at: Date | null;
  }>`
    SELECT i.operation_id, i.receipt_id, i.amount_kopecks, i.canceled_at
    FROM sandbox.tax_incomes i
    JOIN sandbox.switches s ON s.service = 'tax-service'
    WHERE i.inn = ${inn}
      AND i.error IS NULL
      AND i.operation_at BETWEEN ${new Date(fieldOf(body, "From"))}
        AND ${new Date(fieldOf(body, "To"))}
      AND i.answer_at + s.list_after_seconds * interval '1 second' <= ${now}
    ORDER BY i.operation_at, i.operation_id`.execute(db);
  return pageOf(body, rows)
    .map(
      (one) =>
        `<Receipts>${xml("ReceiptId", one.receipt_id)}${xml("TotalAmount", rubles(one.amount_kopecks))}${xml(
          "OperationUniqueId",
          isQuiet(one.operation_id) ? undefined : one.operation_id,
        )}${xml("CancelationTime", one.canceled_at && one.canceled_at <= now ? one.canceled_at.toISOString() : undefined)}</Receipts>`,
    )
    .join("");
}
