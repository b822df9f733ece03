import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { IncomeRequest } from "./port.ts";

/** Enough to find the receipt. */
export type SentIncome = Pick<IncomeRequest, "inn" | "amountKopecks" | "operationAt">;

interface SentMessage {
  readonly messageId: string;
  readonly income: SentIncome | null;
}

/** Visible to all processes. */
export interface MessageRows {
  read(
    kind: "income" | "cancel",
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, SentMessage>>;
  keep(
    kind: "income" | "cancel",
    key: string,
    messageId: string,
    income: SentIncome | null,
  ): Promise<void>;
  forget(kind: "income" | "cancel", key: string): Promise<void>;
}

/** @param outside - separate connections: a sent message stays recorded. */
export function messageRows(outside: Kysely<Schema>): MessageRows {
  return {
    async read(kind, keys) {
      const { rows } = await sql<{
        key: string;
        message_id: string;
        inn: string | null;
        amount_kopecks: bigint | null;
        operation_at: Date | null;
      }>`
        SELECT key, message_id, inn, amount_kopecks, operation_at
        FROM tax_service_messages
        WHERE kind = ${kind} AND key = ANY (${[...keys]}::text[])`.execute(outside);
      return new Map(
        rows.map(
          ({
            key,
            message_id: messageId,
            inn,
            amount_kopecks: amountKopecks,
            operation_at: operationAt,
          }) => [
            key,
            {
              messageId,
              income:
                inn !== null && amountKopecks !== null && operationAt !== null
                  ? { inn, amountKopecks, operationAt }
                  : null,
            },
          ],
        ),
      );
    },
    async keep(kind, key, messageId, income) {
      await sql`
        INSERT INTO tax_service_messages (kind, key, message_id, inn, amount_kopecks, operation_at,
          sent_at)
        VALUES (${kind}, ${key}, ${messageId}, ${income?.inn ?? null},
          ${income?.amountKopecks ?? null}, ${income?.operationAt ?? null}, ${new Date()})
        ON CONFLICT (kind, key) DO UPDATE
        SET message_id = excluded.message_id, sent_at = excluded.sent_at`.execute(outside);
    },
    async forget(kind, key) {
      await sql`
        DELETE FROM tax_service_messages WHERE kind = ${kind} AND key = ${key}`.execute(outside);
    },
  };
}
