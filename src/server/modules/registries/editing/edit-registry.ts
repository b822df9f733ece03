import { sql } from "kysely";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type {
  ValidationScope,
  ValidatedRow,
  RegistryKind,
  RowKeys,
  StoredRow,
} from "../registry-kind.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { lastLine, lineOf } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";
import type { RepeatedRows } from "../repeated-rows.ts";
import { RowsValidation } from "../validation/rows-validation.ts";
import {
  insertRows,
  isSameValidation,
  ownRows,
  readStoredRows,
  talliedStored,
  unvalidatedCells,
  updateRows,
} from "../validation/stored-rows.ts";
import { countRow, emptyTally, talliedOf } from "../validation/tally.ts";
import { addToCounters } from "./edit-counters.ts";

export interface RegistryEdit {
  /** Stored row number → all its cells. */
  readonly changed: ReadonlyMap<number, readonly string[]>;
  readonly added: readonly (readonly string[])[];
  /** Stored row numbers. */
  readonly removed: readonly number[];
}

/** Larger revisions are validated in the background, with progress. */
const MOST_ROWS_AT_ONCE = 200;
const MOST_NEIGHBOURS_AT_ONCE = 2_000;

/**
 * Changes rows and validates them in the same transaction, with every row that depends on them: of
 * the same workmen (repeats, yearly limit) and external ids. Expects the registry locked and
 * editable.
 *
 * @returns `queued`: too large, the rows wait for the task as PENDING_VALIDATION.
 */
export async function editRegistry(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  edit: RegistryEdit,
): Promise<"checked" | "queued"> {
  const now = platform.clock.now();
  const scope = await kind.loadScope(platform, trx, registry, now);
  const outcome = await editAtOnce(platform, kind, trx, registry, edit, scope, now);
  if (outcome === "queued") await queueEdit(platform, kind, trx, registry, edit);
  await announce(trx, {
    to: `account:${registry.account_id}`,
    resource: REGISTRY_KINDS[kind.rows.name].resource,
    ids: [registry.id],
  });
  return outcome;
}

async function editAtOnce(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  edit: RegistryEdit,
  scope: ValidationScope,
  now: Date,
): Promise<"checked" | "queued"> {
  const { changed, added, removed } = edit;
  if (changed.size + added.length + removed.length > MOST_ROWS_AT_ONCE) return "queued";
  const firstNew = registry.row_count + registry.removed_rows.length + 1;
  const validation = new RowsValidation(
    kind.rows,
    scope,
    (question) => kind.loadFacts(trx, scope, question),
    MOST_NEIGHBOURS_AT_ONCE * 3,
  );
  const fresh = new Map<number, ReadRow<unknown>>();
  const readAlone = (cells: readonly string[], line: number) =>
    validation.reading.alone({ cells, line });
  for (const [rowNo, cells] of changed) fresh.set(rowNo, readAlone(cells, rowNo));
  const newLine = added.length === 0 ? 0 : (await lastLine(trx, registry)) + 1;
  added.forEach((cells, index) => fresh.set(firstNew + index, readAlone(cells, newLine + index)));

  const touched = await loadNeighbours(
    platform,
    kind,
    trx,
    registry,
    [...changed.keys(), ...removed],
    [...fresh.values()],
  );
  if (touched === null) return "queued";
  const { stored, outside } = touched;

  const gone = new Set(removed);
  const rows = stored
    .filter(({ row_no }) => !gone.has(row_no))
    .map((row) => ({
      rowNo: row.row_no,
      stored: row as StoredRow | null,
      readRow: readAlone(changed.get(row.row_no) ?? row.cells, lineOf(row)),
    }));
  added.forEach((_, index) =>
    rows.push({
      rowNo: firstNew + index,
      stored: null,
      readRow: fresh.get(firstNew + index) as ReadRow<unknown>,
    }),
  );
  findRepeats(validation.reading.repeated, rows, outside);
  const validatedRows = await validation.validate(rows.map(({ readRow }) => readRow));

  const delta = emptyTally();
  const workmenBefore = new Set<number>();
  const workmenAfter = new Set<number>();
  for (const row of stored) {
    countRow(delta, talliedStored(row), -1);
    if (row.error_count === 0 && row.workman_id !== null) workmenBefore.add(row.workman_id);
  }
  const written: { rowNo: number; validated: ValidatedRow }[] = [];
  const inserted: { rowNo: number; validated: ValidatedRow }[] = [];
  for (const [index, validated] of validatedRows.entries()) {
    const { rowNo, stored: before } = rows[index] as (typeof rows)[number];
    countRow(delta, talliedOf(validated));
    if (validated.errorCount === 0 && validated.workmanId !== null)
      workmenAfter.add(validated.workmanId);
    if (before === null) inserted.push({ rowNo, validated });
    else if (changed.has(rowNo) || !isSameValidation(kind.rows, before, validated))
      written.push({ rowNo, validated });
  }
  await updateRows(trx, kind.rows, scope, written);
  await insertRows(trx, kind.rows, scope, inserted);
  if (removed.length > 0)
    await sql`
      DELETE FROM registry_items i
      WHERE ${ownRows(registry)} AND i.row_no = ANY (${[...removed]}::integer[])`.execute(trx);
  await addToCounters(trx, registry, {
    delta,
    workmen: workmenAfter.size - workmenBefore.size,
    removed,
    now,
  });
  return "checked";
}

/** In the order of rows; `outside` are unchanged rows that own an external id first. */
function findRepeats(
  repeated: RepeatedRows<unknown>,
  rows: { rowNo: number; readRow: ReadRow<unknown> }[],
  outside: readonly OutsideRow[],
): void {
  const steps = [
    ...rows.map(({ rowNo, readRow }) => ({ rowNo, run: () => repeated.validate(readRow) })),
    ...outside.map((row) => ({
      rowNo: row.row_no,
      run: () => repeated.see(row.external_id, lineOf(row)),
    })),
  ];
  for (const { run } of steps.sort((one, other) => one.rowNo - other.rowNo)) run();
}

interface OutsideRow {
  readonly row_no: number;
  readonly file_line: number | null;
  readonly external_id: string;
}

/** With the changed rows; `null`: too many to validate within a request. */
async function loadNeighbours(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  rowNos: number[],
  fresh: ReadRow<unknown>[],
): Promise<{ stored: StoredRow[]; outside: OutsideRow[] } | null> {
  const inns = new Set<string>();
  const phones = new Set<string>();
  const externalIds = new Set<string>();
  const follow = ({ inn, phone }: Pick<RowKeys, "inn" | "phone">) => {
    if (inn !== null) inns.add(inn);
    if (phone !== null) phones.add(phone);
  };
  for (const { values } of fresh) {
    const keys = kind.rows.keysOf(values);
    follow(keys);
    if (keys.externalId !== null) externalIds.add(keys.externalId);
  }
  for (const row of await readStoredRows(
    platform,
    trx,
    kind,
    registry,
    sql`i.row_no = ANY (${rowNos}::integer[])`,
  )) {
    follow(row);
    if (row.external_id !== null) externalIds.add(row.external_id);
  }
  // A gained or lost repeat changes the workman's other rows: read until no new workman appears.
  let stored: StoredRow[];
  let known: number;
  do {
    known = inns.size + phones.size;
    stored = await readStoredRows(
      platform,
      trx,
      kind,
      registry,
      sql`
        i.row_no = ANY (${rowNos}::integer[])
          OR i.inn = ANY (${[...inns]}::text[])
          OR i.phone = ANY (${[...phones]}::text[])
          OR i.external_id = ANY (${[...externalIds]}::text[])`,
      MOST_NEIGHBOURS_AT_ONCE + 1,
    );
    if (stored.length > MOST_NEIGHBOURS_AT_ONCE) return null;
    stored.forEach(follow);
  } while (inns.size + phones.size > known);

  const others = new Set(
    stored.flatMap(({ external_id }) =>
      external_id !== null && !externalIds.has(external_id) ? external_id : [],
    ),
  );
  const { rows } = await sql<OutsideRow>`
    SELECT DISTINCT ON (external_id) external_id, row_no, file_line FROM registry_items i
    WHERE ${ownRows(registry)}
      AND i.external_id = ANY (${[...others]}::text[])
      AND i.row_no <> ALL (${stored.map(({ row_no }) => row_no)}::integer[])
    ORDER BY external_id, row_no`.execute(trx);
  return { stored, outside: rows };
}

async function queueEdit(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  { changed, added, removed }: RegistryEdit,
): Promise<void> {
  const firstNew = registry.row_count + registry.removed_rows.length + 1;
  for (const part of slicesOf([...changed])) {
    const { cells, sealed } = unvalidatedCells(
      platform,
      kind.rows,
      part.map(([, row]) => row),
    );
    await sql`
      UPDATE registry_items i
      SET cells = v.cells::text[], sealed = v.sealed, state = 'PENDING_VALIDATION'
      FROM unnest(${part.map(([rowNo]) => rowNo)}::integer[], ${cells}::text[],
        ${sealed}::bytea[]) AS v (row_no, cells, sealed)
      WHERE ${ownRows(registry)} AND i.row_no = v.row_no`.execute(trx);
  }
  const newLine = added.length === 0 ? 0 : (await lastLine(trx, registry)) + 1;
  for (const part of slicesOf(added.map((cells, index) => [index, cells] as const))) {
    const { cells, sealed } = unvalidatedCells(
      platform,
      kind.rows,
      part.map(([, row]) => row),
    );
    await sql`
      INSERT INTO registry_items (account_id, registry_id, created_on, row_no, file_line, cells,
        sealed, state)
      SELECT ${registry.account_id}, ${registry.id}, ${registry.created_on}::date,
        ${firstNew}::integer + v.place, ${newLine}::integer + v.place, v.cells::text[], v.sealed,
        'PENDING_VALIDATION'
      FROM unnest(${part.map(([place]) => place)}::integer[], ${cells}::text[],
        ${sealed}::bytea[]) AS v (place, cells, sealed)`.execute(trx);
  }
  if (removed.length > 0)
    await sql`
      DELETE FROM registry_items i
      WHERE ${ownRows(registry)} AND i.row_no = ANY (${[...removed]}::integer[])`.execute(trx);
  await sql`
    UPDATE registries
    SET state = 'VALIDATING', version = version + 1, claimed_until = NULL,
      checked_at = coalesce(checked_at, created_at), error_message = NULL,
      row_count = row_count + ${added.length - removed.length},
        removed_rows = removed_rows || ${[...removed]}::integer[]
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
}

function* slicesOf<Item>(items: readonly Item[], size = 2_000): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
