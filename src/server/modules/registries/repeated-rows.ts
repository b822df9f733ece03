import { registryIssue } from "#contract/registries/registry-issues.ts";

import type { CheckedRow } from "./registry-file-events.ts";

/**
 * Finds repeats inside one file: the same external id is an error, the same worker, service, sum and period a warning.
 * Remembers a key per row, about ten megabytes for 100 000 rows. Source: domain rules §4.1.
 */
export class RepeatedRows {
  private readonly externalIds = new Map<string, number>();
  private readonly payments = new Map<string, number>();

  /** Remembers the external id of a row that is not looked at itself. */
  see(externalId: string, line: number): void {
    remember(this.externalIds, `#${externalId}`, line);
  }

  /** Adds the remarks to the row. */
  check(row: CheckedRow): void {
    const { values, line } = row;
    if (values.externalId !== null) {
      const earlier = remember(this.externalIds, `#${values.externalId}`, line);
      if (earlier !== null) row.issues.push(registryIssue("externalId", "external_id_repeated", { n: earlier }));
    }
    if (values.inn === null || values.amountKopecks === null || values.workStart === null || values.workEnd === null) return;
    const key = `${values.inn}${values.serviceCode ?? ""}${values.amountKopecks}/${values.workStart}${values.workEnd}`;
    const earlier = remember(this.payments, key, line);
    if (earlier !== null) row.issues.push(registryIssue("inn", "possible_duplicate", { n: earlier }));
  }
}

/** Line of the first row with this key, or null when this is the first. */
function remember(lines: Map<string, number>, key: string, line: number): number | null {
  const earlier = lines.get(key);
  if (earlier !== undefined) return earlier;
  lines.set(key, line);
  return null;
}
