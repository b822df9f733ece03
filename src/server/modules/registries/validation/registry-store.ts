import { sql, type RawBuilder } from "kysely";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { addedFindings } from "../editing/edit-counters.ts";
import { validatedStates } from "../move-registry.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { COPY_ITEMS } from "./item-copy.ts";
import { ownRows, type RegistryKey } from "./stored-rows.ts";
import type { RowTally } from "./tally.ts";
import type { FileLease, FileStore } from "./validation-lease.ts";

export interface RegistryLease extends FileLease {
  readonly created_on: string;
  readonly created_by: number;
  readonly project_id: number | null;
  readonly version: number;
  /** When leased: of the former file or an interrupted validation. */
  readonly row_count: number;
  readonly file_name: string | null;
  readonly file_choices: ColumnChoices | null;
  /** `null`: rows are still in the file, else in the table. */
  readonly checked_at: Date | null;
}

const COMPLETE = transition(
  REGISTRY_TRANSITIONS,
  "completeValidation",
  "system",
  validatedStates(),
);

export type RegistryStore = FileStore<RegistryLease> & { readonly kind: RegistryKindName };

export const NO_COUNTERS = sql`
  checked_count = 0, ready_count = 0, error_count = 0, warning_count = 0, healed_count = 0,
  workmen_count = 0, amount_kopecks = 0, commission_kopecks = 0`;

export function validatedCounters(tally: RowTally, workmenCount: number): RawBuilder<unknown> {
  return sql`
    checked_count = checked_count + ${tally.rows}, ready_count = ready_count + ${tally.ready},
    error_count = error_count + ${tally.errors}, warning_count = warning_count + ${tally.warnings},
    healed_count = healed_count + ${tally.healed}, workmen_count = ${workmenCount},
    amount_kopecks = amount_kopecks + ${tally.amount},
    commission_kopecks = commission_kopecks + ${tally.commission}`;
}

/** With what is counted of them. */
export async function deleteRows(trx: Trx, registry: RegistryKey): Promise<void> {
  await sql`DELETE FROM registry_items i WHERE ${ownRows(registry)}`.execute(trx);
  await deleteCauses(trx, registry);
}

export async function deleteCauses(
  trx: Trx,
  { account_id: accountId, id }: Pick<RegistryKey, "account_id" | "id">,
): Promise<void> {
  await sql`
    DELETE FROM registry_causes
    WHERE account_id = ${accountId} AND registry_id = ${id}`.execute(trx);
}

export function registryStore({ rows: { name } }: RegistryKind): RegistryStore {
  return {
    kind: name,
    task: `registries.check-${name}`,
    table: "registries",
    only: sql`r.kind = ${name}`,
    leased: sql`
      r.created_on, r.created_by, r.project_id, r.version, r.row_count, r.file_name,
      r.file_choices, r.checked_at`,
    copy: COPY_ITEMS,
    emptied: sql`
      ${NO_COUNTERS}, row_count = 0, removed_rows = '{}', file_columns = NULL,
      file_notes = '[]', error_message = NULL, expected_rows = NULL`,
    deleteRows,
    counted: ({ tally, workmenCount }) => sql`
      row_count = row_count + ${tally.rows}, ${validatedCounters(tally, workmenCount)}`,
    also: (lease, { tally: { findings } }) =>
      findings.length === 0 ? null : addedFindings(lease.account_id, lease.id, findings),
    finished: () => ({
      set: sql`expected_rows = NULL, checked_count = row_count, ${COMPLETE.set}`,
      from: COMPLETE.from,
    }),
    headed: ({ columns, notes }) => sql`
      file_columns = ${columns}::text[], file_notes = ${JSON.stringify(notes)}::jsonb`,
    tell: (platform, trx, lease, at) =>
      platform.events.publish(trx, "registry.checked", {
        accountId: lease.account_id,
        registryId: lease.id,
        at,
      }),
    screens: (lease) => ({
      to: `account:${lease.account_id}`,
      resource: REGISTRY_KINDS[name].resource,
      ids: [lease.id],
    }),
  };
}
