import { sql } from "kysely";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type {
  IncomeLookup,
  IncomeRequest,
  TaxService,
} from "#server/integrations/tax-service/port.ts";
import { AppError, conflict, notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { PayoutKey } from "#server/product-events.ts";

/** The tax service's idempotency key: a receipt issued anew is another operation. */
export function receiptOperationId({ accountId, id }: PayoutKey, reissueNo = 0): string {
  return reissueNo === 0 ? `${accountId}-${id}` : `${accountId}-${id}-${reissueNo}`;
}

/** An income that has been, or may have been, sent to the tax service. */
interface SentIncome extends Pick<IncomeRequest, "inn" | "amountKopecks" | "operationAt"> {
  readonly operationId: string;
  readonly state: ReceiptState;
}

const MADE_NOW =
  "«Мой налог» сейчас формирует чек этой выплаты. Отмените её, когда чек будет готов";

/**
 * That the tax service has no receipt of a payout and will not make one. Only the questions below
 * make it, so that nothing gives the money of a registered income back.
 */
export class NeverRegistered {
  readonly #operationId: string;

  private constructor(operationId: string) {
    this.#operationId = operationId;
  }

  get operationId(): string {
    return this.#operationId;
  }

  /** See `askWhetherRegistered`. */
  static async ask(taxService: TaxService, income: SentIncome): Promise<NeverRegistered> {
    const { operationId, state } = income;
    if (state !== "NEW" && state !== "ERROR") throw conflict(MADE_NOW);
    const found = await lookFor(taxService, income).catch((cause: unknown) => {
      throw new AppError(
        "unavailable",
        "«Мой налог» сейчас не отвечает, а чек мог быть уже сформирован. Повторите через несколько минут",
        { cause },
      );
    });
    // A worker who has taken the access away hides his receipts too. Then the refusal that the
    // service gave to this very operation is its last word.
    const isAbsent = found === "ABSENT" || (found === "HIDDEN" && state === "ERROR");
    if (!isAbsent)
      throw conflict(
        found === "HIDDEN"
          ? "Исполнитель закрыл доступ к «Моему налогу», и не видно, сформирован ли чек. Попросите его открыть доступ и повторите"
          : MADE_NOW,
      );
    return new NeverRegistered(operationId);
  }

  /** Of a payout whose act was never signed: its receipt is not asked for before. */
  static async unsent(trx: Trx, key: PayoutKey): Promise<NeverRegistered> {
    const { rows } = await sql`
      SELECT 1 FROM receipts
      WHERE account_id = ${key.accountId} AND payout_id = ${key.id}`.execute(trx);
    if (rows.length > 0) throw conflict(MADE_NOW);
    return new NeverRegistered(receiptOperationId(key));
  }
}

/**
 * Asks the tax service whether a payout has its receipt or may still get it. What is not known is
 * no reason to give money back: it throws.
 *
 * @throws AppError `conflict` - there is a receipt or may be one; `unavailable` - no answer.
 */
export async function askWhetherRegistered(
  taxService: TaxService,
  trx: Trx,
  key: PayoutKey,
): Promise<NeverRegistered> {
  return NeverRegistered.ask(taxService, await readIncome(trx, key));
}

async function lookFor(
  taxService: TaxService,
  income: SentIncome,
): Promise<IncomeLookup["status"]> {
  const [result] = await taxService.incomeResults([income.operationId]);
  if (result?.status === "REFUSED") return "ABSENT";
  if (result && result.status !== "UNKNOWN") return "UNCLEAR";
  // Its message is not known any more: only the list of receipts can tell.
  return (await taxService.findIncome(income)).status;
}

/**
 * Without a receipt of ours too the income may have been sent, by a process killed before it wrote
 * so, with the payout's due time.
 */
async function readIncome(trx: Trx, key: PayoutKey): Promise<SentIncome> {
  const { rows } = await sql<Omit<SentIncome, "operationId"> & { reissueNo: number }>`
    SELECT coalesce(r.state, 'NEW') AS state, w.inn, p.amount_kopecks AS "amountKopecks",
      coalesce(r.operation_at, p.due_at) AS "operationAt", coalesce(r.reissue_no, 0) AS "reissueNo"
    FROM payouts p
    JOIN workmen w ON w.id = p.workman_id
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    WHERE p.account_id = ${key.accountId} AND p.id = ${key.id}`.execute(trx);
  const row = rows[0];
  if (!row) throw notFound();
  return { ...row, operationId: receiptOperationId(key, row.reissueNo) };
}
