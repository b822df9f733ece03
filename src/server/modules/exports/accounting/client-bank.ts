import { sql, type RawBuilder } from "kysely";
import { PLATFORM_BANK, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import type { TransactionType } from "#contract/transactions/transaction-types.ts";
import { formatDate, moscowDate, moscowTime } from "#contract/values/calendar-date.ts";
import { operationLines, reconcileBalance } from "#server/modules/transactions/index.ts";
import { encodeWindows1251, transliterateMissing } from "#server/files/spreadsheet/windows-1251.ts";
import type { Trx } from "#server/data/transaction.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import type { ExportRow } from "../queries.ts";

const PAGE_ROWS = 1000;

/** Freezing only moves money inside the balance. */
const PAYMENTS = [
  "INVOICE_PAYMENT",
  "JOB_PAYMENT",
  "COMMISSION",
  "REFUND_TO_CUSTOMER",
  "CORRECTION",
] as const satisfies readonly TransactionType[];

/** Decision: a card has no account; accounting programs identify the workman by INN. */
const CARD_SETTLEMENTS = "30233810800000000001";

interface Company {
  readonly full_name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly account_number: string | null;
  readonly bank_name: string | null;
  readonly bank_bik: string | null;
  readonly cor_account_number: string | null;
}

interface PaymentRow {
  readonly type: (typeof PAYMENTS)[number];
  readonly number: string;
  readonly at: Date;
  readonly amount_kopecks: bigint;
  readonly purpose: string | null;
  readonly payer_name: string | null;
  readonly payer_inn: string | null;
  readonly worker: string | null;
  readonly worker_inn: string | null;
  readonly act_number: string | null;
  readonly act_date: string | null;
  readonly vat_kopecks: bigint | null;
}

interface Party {
  readonly name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly account: string;
  readonly bank: Pick<typeof PLATFORM_BANK, "name" | "bic" | "corAccount"> | null;
}

/**
 * For 1С: `1CClientBankExchange` 1.03, windows-1251. The account is nominal; balances are the
 * reconciliation's. Source: v8.1c.ru/edi/edi_stnd/100/101.htm.
 *
 * @param onRows - called per page.
 */
export async function writeClientBank(
  trx: Trx,
  order: ExportRow,
  onRows: (count: number) => Promise<void>,
): Promise<AsyncIterable<Buffer>> {
  const { rows } = await sql<Company>`
      SELECT full_name, inn, kpp, account_number, bank_name, bank_bik, cor_account_number
      FROM accounts
      WHERE id = ${order.account_id}`.execute(trx);
  const company = rows[0] as Company;
  const period = { periodStart: order.filters.periodStart, periodEnd: order.filters.periodEnd };
  const { opening, closing } = await reconcileBalance(trx, order.account_id, period);
  const sums = await sql<{ income: bigint; expense: bigint }>`
    SELECT coalesce(sum(amount_kopecks) FILTER (WHERE amount_kopecks > 0), 0)::bigint AS income,
      coalesce(-sum(amount_kopecks) FILTER (WHERE amount_kopecks < 0), 0)::bigint AS expense
    FROM (${payments(order)}) o`.execute(trx);
  return pages(
    trx,
    order,
    company,
    {
      opening: opening.total,
      closing: closing.total,
      income: sums.rows[0]?.income ?? 0n,
      expense: sums.rows[0]?.expense ?? 0n,
    },
    onRows,
  );
}

interface Turnover {
  /** Rubles. */
  readonly opening: number;
  readonly closing: number;
  readonly income: bigint;
  readonly expense: bigint;
}

async function* pages(
  trx: Trx,
  order: ExportRow,
  company: Company,
  turnover: Turnover,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<Buffer, void, void> {
  const account = PLATFORM_BANK.accounts.NOMINAL;
  const [from, to] = [formatDate(order.filters.periodStart), formatDate(order.filters.periodEnd)];
  yield write([
    "1CClientBankExchange",
    "ВерсияФормата=1.03",
    "Кодировка=Windows",
    `Отправитель=${PLATFORM_COMPANY.product}`,
    "Получатель=1С:Бухгалтерия предприятия",
    `ДатаСоздания=${formatDate(moscowDate(order.created_at))}`,
    `ВремяСоздания=${moscowTime(order.created_at)}:00`,
    `ДатаНачала=${from}`,
    `ДатаКонца=${to}`,
    `РасчСчет=${account}`,
    "СекцияРасчСчет",
    `ДатаНачала=${from}`,
    `ДатаКонца=${to}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${turnover.opening.toFixed(2)}`,
    `ВсегоПоступило=${decimalSum(turnover.income)}`,
    `ВсегоСписано=${decimalSum(turnover.expense)}`,
    `КонечныйОстаток=${turnover.closing.toFixed(2)}`,
    "КонецРасчСчет",
  ]);
  await sql`DECLARE export_payments NO SCROLL CURSOR FOR ${described(order)}`.execute(trx);
  for (;;) {
    const { rows } =
      await sql<PaymentRow>`FETCH ${sql.lit(PAGE_ROWS)} FROM export_payments`.execute(trx);
    if (rows.length > 0) yield write(rows.flatMap((row) => documentOf(row, company, account)));
    await onRows(rows.length);
    if (rows.length < PAGE_ROWS) break;
  }
  await sql`CLOSE export_payments`.execute(trx);
  yield write(["КонецФайла"]);
}

function payments(order: ExportRow): RawBuilder<unknown> {
  return operationLines({
    owner: { side: "account", accountId: order.account_id },
    filters: {
      types: PAYMENTS,
      periodStart: order.filters.periodStart,
      periodEnd: order.filters.periodEnd,
      projectIds: undefined,
      jobId: undefined,
      workmanId: undefined,
      registryId: undefined,
      search: undefined,
    },
    order: sql`at`,
    limit: null,
  });
}

function described(order: ExportRow): RawBuilder<PaymentRow> {
  return sql<PaymentRow>`
    SELECT o.type, o.at, o.amount_kopecks, coalesce(n.id, o.payout_id, o.entry_id)::text AS number,
      n.purpose, n.payer_name, n.payer_inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS worker,
      w.inn AS worker_inn,
      d.number AS act_number, to_char(d.document_date, 'YYYY-MM-DD') AS act_date, y.vat_kopecks
    FROM (${payments(order)}) o
    LEFT JOIN payouts y ON y.account_id = o.account_id AND y.id = o.payout_id
    LEFT JOIN workmen w ON w.id = y.workman_id
    LEFT JOIN LATERAL (SELECT a.number, a.document_date
      FROM job_documents a
      WHERE a.payout_id = y.id AND a.account_id = y.account_id AND a.type = 'ACT'
      ORDER BY a.id
      LIMIT 1) d ON true
    LEFT JOIN incoming_payments n ON n.entry_id = o.entry_id
    ORDER BY o.at, o.entry_id, o.line, o.part`;
}

function documentOf(row: PaymentRow, company: Company, account: string): string[] {
  const isIncome = row.amount_kopecks > 0n;
  const date = formatDate(moscowDate(row.at));
  const own: Party = {
    name: company.full_name,
    inn: company.inn,
    kpp: company.kpp,
    account,
    bank: PLATFORM_BANK,
  };
  const other = otherOf(row, company);
  const [payer, payee] = isIncome ? [other, own] : [own, other];
  return [
    "СекцияДокумент=Платежное поручение",
    `Номер=${row.number}`,
    `Дата=${date}`,
    `Сумма=${decimalSum(isIncome ? row.amount_kopecks : -row.amount_kopecks)}`,
    ...partyLines("Плательщик", payer),
    `ДатаСписано=${isIncome ? "" : date}`,
    ...partyLines("Получатель", payee),
    `ДатаПоступило=${isIncome ? date : ""}`,
    "ВидПлатежа=Электронно",
    "ВидОплаты=01",
    "Очередность=5",
    `НазначениеПлатежа=${oneLine(purposeOf(row))}`,
    "КонецДокумента",
  ];
}

function otherOf(row: PaymentRow, company: Company): Party {
  const { type, worker, worker_inn: inn, payer_inn: payerInn, payer_name: payerName } = row;
  // Unknown in the bank's line; the format wants one.
  if (type === "INVOICE_PAYMENT" && (payerInn ?? company.inn) !== company.inn)
    return {
      name: payerName ?? "",
      inn: payerInn ?? "",
      kpp: null,
      account: CARD_SETTLEMENTS,
      bank: PLATFORM_BANK,
    };
  if (type === "INVOICE_PAYMENT") {
    const isKnown = company.account_number !== null;
    const bank =
      company.bank_bik && company.cor_account_number
        ? {
            name: company.bank_name ?? "",
            bic: company.bank_bik,
            corAccount: company.cor_account_number,
          }
        : null;
    return {
      name: payerName ?? company.full_name,
      inn: company.inn,
      kpp: company.kpp,
      account: company.account_number ?? CARD_SETTLEMENTS,
      bank: isKnown ? (bank as Party["bank"]) : PLATFORM_BANK,
    };
  }
  if (type === "JOB_PAYMENT" && worker)
    return {
      name: worker,
      inn: inn ?? "",
      kpp: null,
      account: CARD_SETTLEMENTS,
      bank: PLATFORM_BANK,
    };
  return {
    name: PLATFORM_COMPANY.fullName,
    inn: PLATFORM_COMPANY.inn,
    kpp: PLATFORM_COMPANY.kpp,
    account: PLATFORM_BANK.accounts.MAIN,
    bank: PLATFORM_BANK,
  };
}

function partyLines(
  side: "Плательщик" | "Получатель",
  { name, inn, kpp, account, bank }: Party,
): string[] {
  return [
    `${side}Счет=${account}`,
    `${side}=${oneLine(`ИНН ${inn} ${name}`)}`,
    `${side}ИНН=${inn}`,
    ...(kpp ? [`${side}КПП=${kpp}`] : []),
    `${side}1=${oneLine(name)}`,
    `${side}РасчСчет=${account}`,
    ...(bank
      ? [
          `${side}Банк1=${oneLine(bank.name)}`,
          `${side}БИК=${bank.bic}`,
          `${side}Корсчет=${bank.corAccount}`,
        ]
      : []),
  ];
}

function purposeOf({
  type,
  purpose,
  worker,
  act_number: act,
  act_date: actDate,
  vat_kopecks: vat,
}: PaymentRow): string {
  const byAct = act ? ` по акту № ${act}${actDate ? ` от ${formatDate(actDate)}` : ""}` : "";
  switch (type) {
    case "INVOICE_PAYMENT":
      return purpose ?? "Пополнение баланса для расчётов с исполнителями. НДС не облагается";
    case "JOB_PAYMENT":
      return `Оплата услуг самозанятого ${worker ?? ""}${byAct}. НДС не облагается`;
    case "COMMISSION":
      return `Вознаграждение платформы за расчёт с исполнителем ${worker ?? ""}${byAct}. ${vat ? `В том числе НДС ${decimalSum(vat)}` : "НДС не облагается"}`;
    case "REFUND_TO_CUSTOMER":
      return `Возврат неполученной выплаты ${worker ?? ""}${byAct}. НДС не облагается`;
    case "CORRECTION":
      return "Исправление остатка. НДС не облагается";
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

function write(lines: readonly string[]): Buffer {
  return encodeWindows1251(transliterateMissing(lines.map((line) => `${line}\r\n`).join("")));
}
