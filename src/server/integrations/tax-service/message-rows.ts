import { sql, type Kysely } from "kysely";
import { systemClock, type Clock } from "#server/data/clock.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { IncomeRequest } from "./port.ts";

/** Enough to find the receipt. */
export type SentIncome = Pick<IncomeRequest, "inn" | "amountKopecks" | "operationAt">;

export interface SentMessage {
  /** `null`: it was sent, or was to be, and no id came back. */
  readonly messageId: string | null;
  /** When a message before this one may have been heard without an answer. */
  readonly unheardAt: Date | null;
  readonly income: SentIncome | null;
}

/** Visible to all processes. */
export interface MessageRows {
  read(
    kind: "income" | "cancel",
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, SentMessage>>;
  /** What the income was stays as it was first kept. */
  keep(kind: "income" | "cancel", key: string, message: SentMessage): Promise<void>;
  forget(kind: "income" | "cancel", key: string): Promise<void>;
  /** Numbers of the worker's receipts of that moment that are other operations'. */
  numbersOfOthers(operationId: string, income: SentIncome): Promise<ReadonlySet<string | null>>;
}

/** Its receipt is looked for so far from an operation's time. */
export const AROUND_MS = 1000;

/** @param outside - separate connections: a sent message stays recorded. */
export function messageRows(outside: Kysely<Schema>, clock: Clock = systemClock): MessageRows {
  return {
    async read(kind, keys) {
      const { rows } = await sql<{
        key: string;
        message_id: string | null;
        unheard_at: Date | null;
        inn: string | null;
        amount_kopecks: bigint | null;
        operation_at: Date | null;
      }>`
        SELECT key, message_id, unheard_at, inn, amount_kopecks, operation_at
        FROM tax_service_messages
        WHERE kind = ${kind} AND key = ANY (${[...keys]}::text[])`.execute(outside);
      return new Map(
        rows.map(
          ({
            key,
            message_id: messageId,
            unheard_at: unheardAt,
            inn,
            amount_kopecks: amountKopecks,
            operation_at: operationAt,
          }) => [
            key,
            {
              messageId,
              unheardAt,
              income:
                inn !== null && amountKopecks !== null && operationAt !== null
                  ? { inn, amountKopecks, operationAt }
                  : null,
            },
          ],
        ),
      );
    },
    async keep(kind, key, { messageId, unheardAt, income }) {
      await sql`
        INSERT INTO tax_service_messages (kind, key, message_id, unheard_at, inn, amount_kopecks,
          operation_at, sent_at)
        VALUES (${kind}, ${key}, ${messageId}, ${unheardAt}, ${income?.inn ?? null},
          ${income?.amountKopecks ?? null}, ${income?.operationAt ?? null}, ${clock.now()})
        ON CONFLICT (kind, key) DO UPDATE
        SET message_id = excluded.message_id, unheard_at = excluded.unheard_at,
          sent_at = excluded.sent_at`.execute(outside);
    },
    async forget(kind, key) {
      await sql`
        DELETE FROM tax_service_messages WHERE kind = ${kind} AND key = ${key}`.execute(outside);
    },
    async numbersOfOthers(operationId, { inn, operationAt }) {
      const around = (ms: number) => new Date(operationAt.getTime() + ms);
      const { rows } = await sql<{ number: string | null }>`
        SELECT r.tax_receipt_id AS number
        FROM workmen w
        JOIN receipts r ON r.workman_id = w.id
          AND r.state IN ('SENT', 'REGISTERED')
          AND r.operation_at BETWEEN ${around(-AROUND_MS)} AND ${around(AROUND_MS)}
        WHERE w.inn = ${inn}
          AND concat_ws('-', r.account_id, r.payout_id, nullif(r.reissue_no, 0))
            <> ${operationId}`.execute(outside);
      return new Set(rows.map(({ number }) => number));
    },
  };
}
