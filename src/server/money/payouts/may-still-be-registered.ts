import { sql, type Kysely } from "kysely";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import type {
  IncomeLookup,
  IncomeRequest,
  TaxService,
} from "#server/integrations/tax-service/port.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { PayoutKey } from "#server/product-events.ts";

/** The tax service's idempotency key: a receipt issued anew is another operation. */
export function receiptOperationId({ accountId, id }: PayoutKey, reissueNo = 0): string {
  return reissueNo === 0 ? `${accountId}-${id}` : `${accountId}-${id}-${reissueNo}`;
}

interface SentIncome extends Pick<IncomeRequest, "inn" | "amountKopecks" | "operationAt"> {
  readonly operationId: string;
  readonly state: ReceiptState;
  /** The task asks for it now. */
  readonly isAsked: boolean;
  /** `null`: nothing sent is unanswered. */
  readonly awaitedUntil: Date | null;
}

/** Of the payout, from the tasks. */
interface Hold {
  readonly at: Date;
  readonly until: Date;
}

const MADE_NOW =
  "«Мой налог» сейчас формирует чек этой выплаты. Отмените её, когда чек будет готов";

/**
 * Proof that the tax service will not make a payout's receipt. Only the questions below make one,
 * so nothing gives back a registered income.
 */
export class NeverRegistered {
  readonly #operationId: string;
  /** Until then no task asks for the receipt; `null`: the payout is locked. */
  readonly #until: Date | null;

  private constructor(operationId: string, until: Date | null) {
    this.#operationId = operationId;
    this.#until = until;
  }

  static async ask(
    taxService: TaxService,
    income: SentIncome,
    { at, until }: Hold,
  ): Promise<NeverRegistered> {
    const { operationId, state, awaitedUntil } = income;
    if (income.isAsked || (state !== "NEW" && state !== "ERROR")) throw conflict(MADE_NOW);
    const found = await lookFor(taxService, income).catch((cause: unknown) => {
      throw new AppError(
        "unavailable",
        "«Мой налог» сейчас не отвечает, а чек мог быть уже сформирован. Повторите через несколько минут",
        { cause },
      );
    });
    // A worker who took the access away hides his receipts too. Then the refusal of this very
    // operation is the last word.
    const isRefused = state === "ERROR" && awaitedUntil === null;
    if (found !== "ABSENT" && !(found === "HIDDEN" && isRefused))
      throw conflict(
        found === "HIDDEN"
          ? "Исполнитель закрыл доступ к «Моему налогу», и не видно, сформирован ли чек. Попросите его открыть доступ и повторите"
          : MADE_NOW,
      );
    // The list of a queue that has not come to it yet is silent too.
    refuseWhileAwaited(awaitedUntil, at);
    return new NeverRegistered(operationId, until);
  }

  static unsent(key: PayoutKey, until: Date): NeverRegistered {
    return new NeverRegistered(receiptOperationId(key), until);
  }

  /** Of a locked payout whose act was never signed: no receipt is asked for before. */
  static async unsigned(trx: Trx, key: PayoutKey): Promise<NeverRegistered> {
    const { rows } = await sql`
      SELECT 1 FROM receipts
      WHERE account_id = ${key.accountId} AND payout_id = ${key.id}`.execute(trx);
    if (rows.length > 0) throw conflict(MADE_NOW);
    return new NeverRegistered(receiptOperationId(key), null);
  }

  holdsFor(operationId: string, at: Date): boolean {
    return operationId === this.#operationId && (this.#until === null || at < this.#until);
  }
}

/**
 * Asks whether a payout has or may still get its receipt; throws when unknown. Hold the payout
 * first, so that no task asks for the receipt meanwhile.
 *
 * @throws AppError `conflict` - there is a receipt or may be one; `unavailable` - no answer.
 */
export async function askWhetherRegistered(
  taxService: TaxService,
  db: Kysely<Schema>,
  key: PayoutKey,
  held: Hold,
): Promise<NeverRegistered> {
  // Written down before it is asked for.
  const income = await readIncome(db, key, held.at);
  return income
    ? NeverRegistered.ask(taxService, income, held)
    : NeverRegistered.unsent(key, held.until);
}

/**
 * What was sent without an answer may be registered for as long as the tax service may take.
 *
 * @param awaitedUntil - of the receipt.
 * @throws AppError `conflict` - with the time to try again.
 */
export function refuseWhileAwaited(awaitedUntil: Date | null, at: Date): void {
  if (awaitedUntil && at < awaitedUntil)
    throw conflict(
      `Ждём ответа ФНС: она ещё может сформировать чек этой выплаты. Повторите после ${formatMoscowTime(awaitedUntil)} по московскому времени`,
    );
}

/**
 * @param answer - `null`: nothing was asked, the payout's state did not call for it.
 * @throws AppError `conflict` - the payout has changed since.
 */
export function requireNeverRegistered(
  answer: NeverRegistered | null,
  key: PayoutKey,
  at: Date,
): NeverRegistered {
  if (!answer?.holdsFor(receiptOperationId(key), at))
    throw conflict("Выплата только что изменилась. Обновите страницу и повторите");
  return answer;
}

async function lookFor(
  taxService: TaxService,
  income: SentIncome,
): Promise<IncomeLookup["status"]> {
  const [result] = await taxService.incomeResults([income.operationId]);
  if (result?.status === "REFUSED") return "ABSENT";
  if (result && result.status !== "UNKNOWN") return "UNCLEAR";
  // Its message is forgotten: only the list of receipts can tell.
  return (await taxService.findIncome(income)).status;
}

async function readIncome(
  db: Kysely<Schema>,
  key: PayoutKey,
  at: Date,
): Promise<SentIncome | null> {
  const { rows } = await sql<Omit<SentIncome, "operationId"> & { reissueNo: number }>`
    SELECT r.state, ${RECEIPT_INN} AS inn, r.amount_kopecks AS "amountKopecks", r.operation_at AS "operationAt",
      r.reissue_no AS "reissueNo", coalesce(r.due_at > ${at}, false) AS "isAsked",
      r.awaited_until AS "awaitedUntil"
    FROM receipts r
    JOIN workmen w ON w.id = r.workman_id
    WHERE r.account_id = ${key.accountId} AND r.payout_id = ${key.id}`.execute(db);
  const row = rows[0];
  return row ? { ...row, operationId: receiptOperationId(key, row.reissueNo) } : null;
}
