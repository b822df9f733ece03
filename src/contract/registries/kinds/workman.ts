import type { RegistryFinding } from "../registry-findings.ts";
import { RowReader } from "./row-reader.ts";
import { WORKMAN_COLUMNS, type WorkmanColumnKey } from "./workman-columns.ts";

/** `null`: missing, or wrong with a finding. */
export interface WorkmanRowValues {
  phone: string | null;
  firstName: string | null;
  inn: string | null;
  email: string | null;
  projectTitle: string | null;
  tags: readonly string[];
  comment: string | null;
}

export interface ValidatedWorkmanRow {
  values: WorkmanRowValues;
  findings: RegistryFinding<WorkmanColumnKey>[];
  healed: WorkmanColumnKey[];
}

/** Needs no database. Source: `domain.md` §4.4. */
export function validateWorkmanRow(cells: readonly string[]): ValidatedWorkmanRow {
  const row = new RowReader(WORKMAN_COLUMNS, cells);
  const values: WorkmanRowValues = {
    phone: row.phone("phone"),
    firstName: row.name("firstName"),
    inn: row.inn("inn"),
    email: row.email("email"),
    projectTitle: row.text("project", 255),
    tags: row.tags("tags"),
    comment: row.text("comment", 255),
  };
  return { values, findings: row.findings, healed: row.healed };
}
