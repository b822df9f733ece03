import { sql } from "kysely";
import type { OrderResult, PayoutFailure } from "#server/integrations/bank/port.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";

/** How long an order asked about is kept from the submitting task. */
export const HELD_MS = 120_000;

/** Of a row, PostgreSQL's own: whatever touched the row since, by whatever clock, changes it. */
export interface Versioned {
  /** `xmin::text`. */
  readonly row_version: string;
}

/**
 * Proof that an order will not be paid. Only the bank's word makes one, in this folder alone, so no
 * code gives money back unasked.
 */
export class NeverPaid {
  readonly #orderId: string;
  /** Of the row when the bank did not know its order; `null`: the bank has ended it. */
  readonly #version: string | null;

  private constructor(orderId: string, version: string | null) {
    this.#orderId = orderId;
    this.#version = version;
  }

  /**
   * @param version - of the order's row, held or leased; `null`: somebody may be submitting an
   * unknown order.
   * @returns `null` when the bank may pay, or has paid.
   */
  static heard(
    result: Extract<OrderResult, { status: "REJECTED" | "RETURNED" }>,
    version: string | null,
  ): NeverPaid;
  static heard(result: { orderId: string; status: "UNKNOWN" }, version: string): NeverPaid;
  static heard(result: OrderResult, version: string | null): NeverPaid | null;
  static heard(result: OrderResult, version: string | null): NeverPaid | null {
    if (result.status === "REJECTED" || result.status === "RETURNED")
      return new NeverPaid(result.orderId, null);
    return result.status === "UNKNOWN" && version !== null
      ? new NeverPaid(result.orderId, version)
      : null;
  }

  /** @param row - locked: no task has leased it since the bank was asked. */
  holdsFor(orderId: string, { row_version: version }: Versioned): boolean {
    return orderId === this.#orderId && (this.#version === null || version === this.#version);
  }
}

/**
 * AT_BANK: the bank has the order, or has paid it; MAY_BE_PAID: it does not know it yet, and a task
 * may be submitting it.
 */
export type MayStillBePaid = NeverPaid | "AT_BANK" | "MAY_BE_PAID";

/**
 * Asks the bank whether it may pay the order. Hold the order first, lest it be submitted meanwhile.
 * One it has returned is ended, whatever its results say: the list of returns is the only news of
 * it.
 *
 * @param version - of its row when it was held; `null`: a task has it.
 * @throws AppError `unavailable`: without an answer nothing may change.
 */
export async function askWhetherPayable(
  { bank, db }: Pick<Platform, "bank" | "db">,
  orderId: string,
  version: string | null,
): Promise<MayStillBePaid> {
  const { rows } = await sql<{ reason: PayoutFailure; at: Date }>`
    SELECT reason, returned_at AS at FROM bank_returns WHERE order_id = ${orderId}`.execute(db);
  if (rows[0]) return NeverPaid.heard({ orderId, status: "RETURNED", ...rows[0] }, version);
  const results = await bank.orderResults([orderId]).catch((cause: unknown) => {
    throw new AppError(
      "unavailable",
      "Банк сейчас не отвечает, и неизвестно, платит ли он по этому поручению. Ничего не изменено, повторите через несколько минут",
      { cause },
    );
  });
  const result = results.find((one) => one.orderId === orderId);
  if (!result) return "MAY_BE_PAID";
  const never = NeverPaid.heard(result, version);
  return never ?? (result.status === "UNKNOWN" ? "MAY_BE_PAID" : "AT_BANK");
}

/**
 * @param answer - `null`: nothing was asked, the order's state did not call for it.
 * @param row - locked.
 * @throws AppError `conflict` - the bank may pay, or the order has changed since.
 */
export function requireNeverPaid(
  answer: MayStillBePaid | null,
  orderId: string,
  row: Versioned,
): NeverPaid {
  if (typeof answer === "string") throw conflict("Выплата уже в банке: дождитесь его ответа");
  if (!answer?.holdsFor(orderId, row))
    throw conflict("Выплата только что изменилась. Обновите страницу и повторите");
  return answer;
}
