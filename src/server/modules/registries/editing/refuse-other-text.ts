import { sql } from "kysely";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import type { Trx } from "#server/data/transaction.ts";
import { conflict } from "#server/http/app-error.ts";
import type { RegistryRow } from "../registry-row.ts";

type Texts = Readonly<Record<string, string>>;

interface CellEdit {
  readonly line: number;
  /** What the caller may see in the row now. */
  readonly shown: Texts;
  /** What he saw when he began. */
  readonly before?: Texts;
  readonly cells: Texts;
}

/**
 * Two people edit different cells at once; in one cell the second must know what he replaces. The
 * registry's version would refuse every second edit.
 *
 * @throws AppError `conflict` — with `{column, text, by}`; `by` is `null` when no edit of this cell
 * is on record.
 */
export async function refuseOtherText(
  trx: Trx,
  registry: RegistryRow,
  { line, shown, before = {}, cells }: CellEdit,
): Promise<void> {
  for (const [column, seen] of Object.entries(before)) {
    const text = (shown[column] ?? "").trim();
    if (text === seen.trim() || text === cells[column]?.trim()) continue;
    const by = await lastEditorOf(trx, registry, line, column);
    const change = text === "" ? "очистил ячейку" : `изменил ячейку на «${text}»`;
    throw conflict(`Пока вы правили, ${by ?? "другой сотрудник"} ${change}`, { column, text, by });
  }
}

async function lastEditorOf(
  trx: Trx,
  registry: RegistryRow,
  line: number,
  column: string,
): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT actor->>'name' AS name
    FROM audit_log
    WHERE account_id = ${registry.account_id}
      AND event = 'registry.row_edited'
      AND object->>'type' = ${REGISTRY_KINDS[registry.kind].object}
      AND object->>'id' = ${String(registry.id)}
      AND at >= ${registry.created_at}
      AND after->>'row' = ${String(line)}
      AND after->'columns' ? ${column}
    ORDER BY id DESC
    LIMIT 1`.execute(trx);
  return rows[0]?.name ?? null;
}
