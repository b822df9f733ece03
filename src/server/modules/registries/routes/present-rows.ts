import { sql, type RawBuilder } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { reaches } from "#contract/access/actor.ts";
import { may } from "#contract/access/access.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  REGISTRY_ITEM_STATE,
  type RegistryItemState,
} from "#contract/registries/registry-item-states.ts";
import type { RegistryFinding } from "#contract/registries/registry-findings.ts";
import type { RegistryValues } from "#contract/registries/registry.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Platform } from "#server/platform.ts";
import type { Db, RegistryKind, RowKind } from "../registry-kind.ts";
import { lineOf, shownRowNo } from "../registry-pages.ts";
import { permissionsOf } from "../registry-presenter.ts";
import type { RegistryRow } from "../registry-row.ts";
import { shownRowState } from "../shown-state.ts";
import { cellsOf } from "../validation/sealed-cells.ts";

export interface ShownRow {
  readonly id: bigint;
  readonly row_no: number;
  readonly file_line: number | null;
  readonly cells: string[];
  readonly state: RegistryItemState;
  readonly issues: RegistryFinding[] | null;
  readonly healed: string[] | null;
  readonly phone: string | null;
  readonly amount_kopecks: bigint | null;
  readonly sealed: Buffer | null;
  readonly result: string | null;
  readonly employment_id: number | null;
  readonly workman_id: number | null;
  readonly workman_name: string | null;
  /** Accepted this company: before that nothing of the workman is shown. */
  readonly is_confirmed: boolean;
}

export interface RowExtras {
  readonly values: RegistryValues;
  readonly more: object;
}

export async function presentRows(
  platform: Platform,
  db: Db,
  kind: Pick<RegistryKind, "permissions"> & { readonly rows: Pick<RowKind, "columns"> },
  registry: RegistryRow,
  actor: AccountActor,
  source: RawBuilder<unknown>,
  extrasOf: (rows: readonly ShownRow[]) => Promise<(row: ShownRow) => RowExtras>,
): Promise<object[]> {
  const { rows } = await sql<ShownRow>`
    SELECT i.id, i.row_no, i.file_line, i.cells, i.state, i.issues, i.healed, i.phone, i.amount_kopecks, i.sealed, i.result, w.id AS workman_id, e.id AS employment_id,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name, ${HAS_AGREED} AS is_confirmed
    FROM (${source}) i
    -- Who has registered by the row's link is the row's worker from then on.
    LEFT JOIN workman_registrations v ON v.account_id = i.account_id AND v.registry_id = i.registry_id AND v.row_no = i.row_no
    LEFT JOIN workmen w ON w.id = coalesce(i.workman_id, v.workman_id) LEFT JOIN employments e ON e.account_id = i.account_id AND e.workman_id = w.id
    ORDER BY i.row_no`.execute(db);
  const extras = await extrasOf(rows);
  const isOpen = permissionsOf(registry, actor).update;
  const masks = !seesWhole(kind, registry, actor);
  const { columns } = kind.rows;
  return rows.map((row) => {
    const { values, more } = extras(row);
    const cells = masks ? row.cells : cellsOf(platform, columns, row);
    const findings = (severity: "error" | "warning") =>
      (row.issues ?? [])
        .filter((finding) => finding.severity === severity)
        .map((finding) => ({
          column: finding.column,
          columnTitle: columns.find(({ key }) => key === finding.column)?.title ?? finding.column,
          cause: finding.code,
          message: finding.message,
        }));
    return {
      id: Number(row.id),
      rowNo: shownRowNo(registry.removed_rows, row.row_no),
      line: lineOf(row),
      cells: Object.fromEntries(
        columns.map(({ key, isPersonal }, index) => [
          key,
          masks && (isPersonal || CONTACTS.has(key))
            ? masked(key, row, cells[index] ?? "")
            : (cells[index] ?? ""),
        ]),
      ),
      errors: findings("error"),
      warnings: findings("warning"),
      healedColumns: row.healed ?? [],
      state: definitionFor(REGISTRY_ITEM_STATE, shownRowState(registry.state, row.state)),
      result: row.result,
      values,
      workman:
        row.workman_id === null || !row.is_confirmed
          ? null
          : { id: row.workman_id, name: row.workman_name ?? "" },
      permissions: { update: isOpen, delete: isOpen },
      ...more,
    };
  });
}

const CONTACTS: ReadonlySet<string> = new Set(["phone", "inn", "email"]);

/**
 * Roles that read personal data, and those that prepare the file, who typed them. `domain.md` §2.1.
 */
export function seesWhole(
  kind: Pick<RegistryKind, "permissions">,
  registry: RegistryRow,
  actor: AccountActor,
): boolean {
  return (
    may(actor, "workmen.personal-data") ||
    reaches(actor, kind.permissions.edit, {
      accountId: registry.account_id,
      projectId: registry.project_id,
    })
  );
}

function masked(key: string, row: ShownRow, cell: string): string {
  if (key === "phone")
    return row.phone === null ? (cell === "" ? "" : "***") : maskPhone(row.phone);
  return cell === "" && row.sealed === null ? "" : "***";
}
