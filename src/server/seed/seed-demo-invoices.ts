import { sql } from "kysely";
import type { InvoiceState } from "#contract/invoices/invoice-states.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import type { IncomingPayment } from "#server/integrations/bank/port.ts";
import { paymentPurpose, takePayment } from "#server/modules/invoices/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";

const DAY_MS = 86_400_000;

interface DemoInvoice {
  readonly state: InvoiceState;
  readonly kopecks: bigint;
  readonly daysAgo: number;
  readonly paidKopecks?: bigint;
}

interface Customer {
  readonly accountId: number;
  readonly inn: string;
  readonly name: string;
  readonly contractNumber: string;
  readonly authorId: number;
  /** The sum of the paid invoices. */
  readonly openingKopecks: bigint;
}

/** Of an invoice, common in accounting. */
const FIRST_PART_KOPECKS = 15_000_000n;

/** In each state; their payments are the opening balance. */
export async function seedInvoices(trx: Trx, customer: Customer, now: Date): Promise<void> {
  const invoices: DemoInvoice[] = [
    { state: "canceled", kopecks: 30_000_000n, daysAgo: 45 },
    { state: "expired", kopecks: 12_000_000n, daysAgo: 40 },
    // Before the seed's first registry, which needs money, and after the first day of the month
    // before last, which has the oldest partition: on 1 March that day is 59 days ago.
    {
      state: "created",
      kopecks: customer.openingKopecks - FIRST_PART_KOPECKS,
      daysAgo: 58,
      paidKopecks: customer.openingKopecks - FIRST_PART_KOPECKS,
    },
    { state: "created", kopecks: 40_000_000n, daysAgo: 4, paidKopecks: FIRST_PART_KOPECKS },
    { state: "created", kopecks: 103_000_00n, daysAgo: 1 },
  ];
  const dayAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const [index, invoice] of invoices.entries()) {
    const createdAt = dayAgo(invoice.daysAgo);
    const { rows } = await sql<{ number: string }>`
      INSERT INTO invoices (account_id, state, bank_provider, amount_kopecks, valid_until,
        created_by, created_at)
      VALUES (${customer.accountId}, ${invoice.state}, 'MAIN', ${invoice.kopecks},
        ${addDays(moscowDate(createdAt), 14)}::date, ${customer.authorId}, ${createdAt})
      RETURNING number`.execute(trx);
    if (invoice.paidKopecks === undefined) continue;
    const purpose = paymentPurpose({
      number: rows[0]?.number ?? "",
      created_at: createdAt,
      contract_number: customer.contractNumber,
    });
    await pay(trx, customer, {
      paymentId: `demo-opening-${customer.accountId}-${index}`,
      amountKopecks: invoice.paidKopecks,
      purpose,
      at: dayAgo(invoice.daysAgo - 1),
    });
  }
  // An accountant's typical mistake: no number, and a sum of no invoice.
  await pay(trx, customer, {
    paymentId: `demo-unrecognized-${customer.accountId}`,
    amountKopecks: 7_350_000n,
    purpose: "Предоплата за услуги исполнителей. НДС не облагается",
    at: dayAgo(3),
  });
}

type Payment = Pick<IncomingPayment, "paymentId" | "amountKopecks" | "purpose" | "at">;

/** Into the simulated bank's statement too, where the platform recognizes it. */
async function pay(trx: Trx, { inn, name }: Customer, payment: Payment): Promise<void> {
  const deps = { clock: { now: () => payment.at }, events: makeProductEvents() };
  const line = { ...payment, bankProvider: "MAIN" as const, payerInn: inn, payerName: name };
  await sql`
    INSERT INTO sandbox.bank_incomes (payment_id, bank_provider, amount_kopecks, payer_inn,
      payer_name, purpose, at)
    VALUES (${line.paymentId}, ${line.bankProvider}, ${line.amountKopecks}, ${inn}, ${name},
      ${line.purpose}, ${line.at})`.execute(trx);
  await takePayment(deps, trx, line);
}
