import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { seal, unseal } from "#server/data/secrets.ts";
import type { Platform } from "#server/platform.ts";

/** Plain bytes, so that the worker thread can have it. */
export function sealKeyOf({ secrets }: Pick<Platform, "secrets">): Uint8Array {
  return secrets.keyFor("registry-rows");
}

/** One sealed text per row: 100 000 rows have three million cells. */
export function sealCells(
  key: Uint8Array,
  columns: readonly RegistryColumn[],
  cells: readonly string[],
  values: object | null,
): { cells: string[]; sealed: Buffer } {
  const personal = columns.flatMap(({ isPersonal }, index) =>
    isPersonal ? [cells[index] ?? ""] : [],
  );
  return {
    cells: columns.map(({ isPersonal }, index) => (isPersonal ? "" : (cells[index] ?? ""))),
    sealed: seal(key, JSON.stringify({ personal, values })),
  };
}

/** Of a stored row, personal ones unsealed. */
export function cellsOf(
  platform: Pick<Platform, "secrets">,
  columns: readonly RegistryColumn[],
  { cells, sealed }: { readonly cells: string[]; readonly sealed: Buffer | null },
): string[] {
  if (sealed === null) return cells;
  const { personal } = JSON.parse(unseal(sealKeyOf(platform), sealed)) as { personal: string[] };
  let next = 0;
  return columns.map(({ isPersonal }, index) =>
    isPersonal ? (personal[next++] ?? "") : (cells[index] ?? ""),
  );
}
