import { sql } from "kysely";
import { CHOSEN_CARD } from "#server/money/destinations/index.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND, TAX_PAYER, type TaxPayer } from "#contract/definitions/payment-types.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { forecastTax } from "#contract/workman-taxes/tax-forecast.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { isSelfEmployed, payoutKindFor, type PayableFacts } from "#contract/workmen/payability.ts";
import { payableFacts } from "#server/money/payability/index.ts";
import { notFound } from "#server/http/app-error.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import type { Serve } from "#server/http/serve.ts";
import { arrivesBy } from "#server/data/working-days.ts";
import type { Platform } from "#server/platform.ts";
import { readTaxRates } from "../tax-rates.ts";
import { readBonusLeft } from "../tax-reserves.ts";

interface EarnerRow extends PayableFacts {
  readonly tax_payer: TaxPayer;
  readonly card: string | null;
  readonly account: string | null;
}

export function serveEarning(serve: Serve, { clock }: Platform): void {
  serve(endpoints.earning, async ({ actor, query, trx }) => {
    const today = moscowDate(clock.now());
    const { rows } = await sql<EarnerRow>`
      SELECT ${payableFacts(today)}, w.tax_payer,
        (SELECT card.pan_mask FROM ${CHOSEN_CARD} card) AS card,
        (SELECT a.account_mask
          FROM workman_payment_accounts a
          WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL) AS account
      FROM workmen w WHERE w.id = ${actor.workmanId}`.execute(trx);
    const workman = rows[0];
    if (!workman) throw notFound();
    const amount = readRubles(query.amount);
    const bonus = (await readBonusLeft(trx, [actor.workmanId])).get(actor.workmanId) ?? 0n;
    const tax = isSelfEmployed(workman)
      ? forecastTax(amount, await readTaxRates(trx, today), bonus).tax
      : null;
    const kind = payoutKindFor(workman);
    return {
      amount: query.amount,
      tax: tax === null ? null : kopecksToRubles(tax),
      taxPayer: definitionFor(TAX_PAYER, workman.tax_payer),
      arrives: kopecksToRubles(
        workman.tax_payer === "PLATFORM" && tax !== null ? amount - tax : amount,
      ),
      payoutKind: kind && definitionFor(PAYOUT_KIND, kind),
      destination:
        kind === "CARD" ? workman.card : kind === "PAYMENT_ACCOUNT" ? workman.account : null,
      arrivesBy: await arrivesBy(
        trx,
        query.doneOn !== undefined && query.doneOn > today ? query.doneOn : today,
      ),
    };
  });
}
