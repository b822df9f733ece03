import { sql } from "kysely";
import { noteSentence } from "#contract/registries/reading-note.ts";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { copyText } from "#server/data/copy-text.ts";
import { transition } from "#server/data/transition.ts";
import {
  findingsText,
  storable,
  type FileLease,
  type FileStore,
  type ValidatedRow,
} from "#server/modules/registries/index.ts";
import { isReady, type MassChangeScope, type MassChangeValues } from "./mass-change-rules.ts";
import { IMPORTS } from "./reach.ts";

export interface ImportLease extends FileLease {
  readonly storage_key: string;
  readonly project_ids: number[] | null;
  readonly created_by: number;
}

/** Of items `i`. Rows that change nothing are neither ready nor wrong. */
const COMPLETE = transition(REGISTRY_TRANSITIONS, "completeValidation", "system", {
  when: {
    READY: sql`count(*) FILTER (WHERE i.error_count > 0) = 0`,
    INVALID: sql`count(*) FILTER (WHERE i.state = 'READY_TO_APPLY') = 0`,
  },
  to: "PARTIALLY_READY",
});

const NO_COUNTERS = sql`row_count = 0`;

/** Tables of their own: a row is an offer with its sum before and after. */
export const IMPORT_STORE: FileStore<ImportLease> = {
  task: "mass-arbitrate.check",
  table: "mass_arbitrate_imports",
  only: sql`true`,
  leased: sql`r.project_ids, r.created_by`,
  copy: `COPY mass_arbitrate_items (account_id, import_id, row_no, file_line, cells, state, issues,
    error_count, warning_count, offer_id, amount_kopecks, new_amount_kopecks, change_kopecks,
    reason, comment, seen_version, result) FROM STDIN`,
  emptied: NO_COUNTERS,
  async deleteRows(trx, lease) {
    await sql`
      DELETE FROM mass_arbitrate_items
      WHERE account_id = ${lease.account_id} AND import_id = ${lease.id}`.execute(trx);
  },
  counted: ({ tally }) => sql`row_count = row_count + ${tally.rows}`,
  finished: (lease) => ({
    set: sql`
    error_message = NULL,
    (state, row_count, ready_count, error_count, warning_count, skipped_count, before_kopecks,
      after_kopecks, needed_kopecks, released_kopecks) = (
      SELECT ${COMPLETE.value},
        count(*), count(*) FILTER (WHERE i.state = 'READY_TO_APPLY'),
        count(*) FILTER (WHERE i.error_count > 0), count(*) FILTER (WHERE i.warning_count > 0),
        count(*) FILTER (WHERE i.state = 'SKIPPED'),
        coalesce(sum(i.amount_kopecks) FILTER (WHERE i.state = 'READY_TO_APPLY'), 0),
        coalesce(sum(i.new_amount_kopecks) FILTER (WHERE i.state = 'READY_TO_APPLY'), 0),
        coalesce(sum(i.change_kopecks) FILTER (WHERE i.change_kopecks > 0), 0),
        coalesce(-sum(i.change_kopecks) FILTER (WHERE i.change_kopecks < 0), 0)
      FROM mass_arbitrate_items i
      WHERE i.account_id = ${lease.account_id} AND i.import_id = ${lease.id})`,
    from: COMPLETE.from,
  }),
  headed: ({ notes }) => sql`file_warnings = ${notes.map(noteSentence)}::text[]`,
  screens: (lease) => ({
    to: `account:${lease.account_id}`,
    resource: IMPORTS,
    ids: [lease.id],
  }),
};

export function importLine(
  { accountId, importId }: MassChangeScope,
  rowNo: number,
  fileLine: number | null,
  validated: ValidatedRow<MassChangeValues>,
): string {
  const { row, errorCount, warningCount } = validated;
  const { offer, newAmountKopecks, changeKopecks, reason, comment, version, skipped } = row.values;
  const state = errorCount > 0 ? "VALIDATION_FAILED" : "SKIPPED";
  const fields = [
    accountId,
    importId,
    rowNo,
    fileLine,
    JSON.stringify(row.cells.map(storable)),
    isReady(validated) ? "READY_TO_APPLY" : state,
    row.findings.length === 0 ? null : findingsText(row.findings),
    errorCount,
    warningCount,
    offer?.id,
    offer?.amount_kopecks,
    newAmountKopecks,
    changeKopecks,
    reason,
    storable(comment),
    storable(version),
    skipped,
  ];
  return `${fields.map(copyText).join("\t")}\n`;
}
