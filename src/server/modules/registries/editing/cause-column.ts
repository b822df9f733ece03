import { sql, type RawBuilder } from "kysely";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { invalid } from "#server/http/app-error.ts";
import type { RegistryKind } from "../registry-kind.ts";

export interface Cause {
  readonly cause: string;
  readonly column: string;
}

/** @throws AppError `invalid`. */
export function placeOf(kind: RegistryKind, column: string): number {
  const place = kind.rows.columns.findIndex(({ key }) => key === column);
  if (place === -1) throw invalid({ column: ["Такого столбца в реестре нет"] });
  return place;
}

/** @throws AppError `invalid`. */
export function columnOf(kind: RegistryKind, column: string): RegistryColumn {
  return kind.rows.columns[placeOf(kind, column)] as RegistryColumn;
}

/** Of `registry_items i`; empty where it is sealed. */
export function cellAt(kind: RegistryKind, column: string): RawBuilder<string> {
  return sql<string>`i.cells[${sql.lit(placeOf(kind, column) + 1)}]`;
}
