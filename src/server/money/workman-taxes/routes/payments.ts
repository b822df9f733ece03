import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { paymentCode } from "#contract/values/payment-code.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import type { TaxPayment } from "#contract/workman-taxes/workman-tax.ts";
import type { TaxDocument } from "#server/integrations/tax-service/port.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { expectBound, loadBinding } from "../binding-rows.ts";
import { taxPurpose } from "../tax-payment-rows.ts";

/** A GET holds no transaction: the tax service may be slow. */
export function serveTaxPayments(serve: Serve, { taxService, clock }: Platform): void {
  serve(endpoints.payments, async ({ actor, trx }) => {
    const inn = expectBound(await loadBinding(trx, actor.workmanId));
    const documents = await taxService.paymentDocuments([inn]).catch((cause: unknown) => {
      throw new AppError("unavailable", "ФНС не отвечает. Повторите через несколько минут", {
        cause,
      });
    });
    const platforms = await paidByPlatform(trx, actor.workmanId);
    const today = moscowDate(clock.now());
    return {
      items: documents
        .map((document) =>
          presentPayment(
            document,
            platforms.has(document.period) || platforms.has(document.uin),
            today,
          ),
        )
        .toSorted((a, b) => (a.dueDate ?? "").localeCompare(b.dueDate ?? "")),
    };
  });
}

/**
 * Periods whose tax is in the reserve or on its way to the budget, and УИН of what is paid in whole:
 * the tax service may tell that days later.
 */
async function paidByPlatform(db: Kysely<Schema>, workmanId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT period AS key
    FROM tax_payments
    WHERE workman_id = ${workmanId} AND state IN ('DUE', 'ORDERED', 'SENT')
    UNION
    SELECT uin
    FROM tax_payments
    WHERE workman_id = ${workmanId} AND outcome = 'PAID' AND uin IS NOT NULL
    UNION
    SELECT period
    FROM tax_reserves
    WHERE workman_id = ${workmanId} AND state = 'HELD'`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

function presentPayment(
  { inn, period, uin, amountKopecks, dueDate, payee }: TaxDocument,
  isPaidByPlatform: boolean,
  today: string,
): TaxPayment {
  const [, year, month] = /^(\d{4})(\d{2})$/.exec(period) ?? [];
  const purpose = taxPurpose(period, inn);
  return {
    uin,
    period: year && month ? { year: Number(year), monthNumber: Number(month) } : null,
    amount: kopecksToRubles(amountKopecks),
    dueDate,
    isOverdue: dueDate !== null && dueDate < today,
    isPaidByPlatform,
    purpose,
    payee,
    code:
      payee &&
      paymentCode(
        {
          Name: payee.name,
          PersonalAcc: payee.account,
          BankName: payee.bankName,
          BIC: payee.bic,
          CorrespAcc: payee.corAccount,
          PayeeINN: payee.inn,
          KPP: payee.kpp,
          Purpose: purpose,
          PayerINN: inn,
          CBC: payee.kbk,
          OKTMO: payee.oktmo,
          ...(year && month ? { TaxPeriod: `МС.${month}.${year}` } : {}),
          UIN: uin,
        },
        amountKopecks,
      ),
  };
}
