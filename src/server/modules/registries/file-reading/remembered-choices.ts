import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import { normalizeHeader, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Db } from "../registry-kind.ts";

interface Remembering {
  readonly accountId: number;
  readonly kind: RegistryKindName;
}

/** The company's last, for a file with these heads. */
export async function recallChoices(
  db: Db,
  { accountId, kind }: Remembering,
  head: readonly string[],
): Promise<Pick<ColumnChoices, "columns" | "constants"> | null> {
  if (head.length === 0 || isGarbled(head)) return null;
  const { rows } = await sql<Pick<ColumnChoices, "columns" | "constants">>`
    SELECT places AS columns, constants
    FROM registry_column_choices
    WHERE account_id = ${accountId} AND kind = ${kind} AND head = ${digestOf(head)}`.execute(db);
  return rows[0] ?? null;
}

/** The latest wins. Days are not kept: the next file has others. */
export async function rememberChoices(
  trx: Trx,
  { accountId, kind, own }: Remembering & { readonly own: readonly RegistryColumn[] },
  { head, columns, ...chosen }: ColumnChoices,
  at: Date,
): Promise<void> {
  if (head.length === 0 || isGarbled(head)) return;
  const constants = Object.fromEntries(
    own.flatMap(({ key, holds }) => {
      const text = chosen.constants[key];
      return holds === "date" || !text ? [] : [[key, text]];
    }),
  );
  await sql`
    INSERT INTO registry_column_choices (account_id, kind, head, places, constants, chosen_at)
    VALUES (${accountId}, ${kind}, ${digestOf(head)}, ${JSON.stringify(columns)}::jsonb,
      ${JSON.stringify(constants)}::jsonb, ${at})
    ON CONFLICT (account_id, kind, head) DO UPDATE
    SET places = excluded.places, constants = excluded.constants, chosen_at = excluded.chosen_at`.execute(
    trx,
  );
}

/** What Russian letters become in another encoding: the next file may be read aright. */
const GARBLED = /[\uFFFDЂЃѓЉЊЌЋЏђљњќћџЈјЅѕ¤¦¬®†‡‰‹›√≈∆\u2500-\u259F]/;

function isGarbled(head: readonly string[]): boolean {
  return head.some((title) => GARBLED.test(title));
}

function digestOf(head: readonly string[]): Buffer {
  return createHash("sha256").update(head.map(normalizeHeader).join("\t").trimEnd()).digest();
}
