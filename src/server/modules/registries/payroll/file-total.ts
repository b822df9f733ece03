import { fileTotalSentence, type FileTotal } from "#contract/registries/file-total.ts";
import { kopecksToRubles, rublesToKopecks } from "#contract/values/money.ts";
import { conflict } from "#server/http/app-error.ts";
import type { RegistryRow } from "../registry-row.ts";

type Counted = Pick<RegistryRow, "file_notes" | "amount_kopecks">;

/** @returns `null` when the file has no total of all its rows. */
export function fileTotalOf({
  file_notes: notes,
  amount_kopecks: toPay,
}: Counted): FileTotal | null {
  const grand = notes.find((note) => note.kind === "total")?.grand;
  if (!grand) return null;
  const total = rublesToKopecks(grand.total) - rublesToKopecks(grand.hidden);
  return {
    line: grand.line,
    total: kopecksToRubles(total),
    excess: kopecksToRubles(toPay - total),
  };
}

/**
 * Rows left out or changed by hand may pay more than whoever made the file had added up.
 *
 * @param seen - rubles of the excess that the person confirmed.
 * @throws AppError `conflict` with `{fileTotal}` — the excess is larger.
 */
export function refuseUnseenExcess(registry: RegistryRow, seen = 0): void {
  const fileTotal = fileTotalOf(registry);
  if (fileTotal === null || fileTotal.excess <= seen) return;
  throw conflict(
    `${fileTotalSentence(fileTotal, registry.error_count)}. Проверьте суммы или подтвердите, что их нужно выплатить`,
    { fileTotal },
  );
}
