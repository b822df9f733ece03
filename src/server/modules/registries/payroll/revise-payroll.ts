import { sql } from "kysely";
import { announce } from "#server/platform/live.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { RegistryDependencies } from "../dependencies.ts";
import type { CheckedRow } from "../registry-file-events.ts";
import { shownRowNo } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";
import { RepeatedRows } from "../repeated-rows.ts";
import { PayrollJudge, type JudgedRow } from "./judge-payroll-row.ts";
import { loadPayrollFacts, loadPayrollScope } from "./load-payroll-facts.ts";
import { arrayText } from "./payroll-copy.ts";
import type { PayrollScope } from "./payroll-facts.ts";
import { addToCounters } from "./payroll-revision-counters.ts";
import { countRow, emptyTally, talliedOf } from "./payroll-tally.ts";
import { checkCells, insertRows, isSameJudgement, ownRows, readStoredRows, talliedStored, updateRows, type StoredRow } from "./stored-payroll-rows.ts";

/** What a person changes in the rows of a registry at once. */
export interface PayrollRevision {
  /** Stored row number → all its cells. */
  readonly changed: ReadonlyMap<number, readonly string[]>;
  readonly added: readonly (readonly string[])[];
  /** Stored row numbers. */
  readonly removed: readonly number[];
}

/** Beyond these a revision is checked in the background: the person sees the progress instead of a page that hangs. */
const MOST_ROWS_AT_ONCE = 200;
const MOST_NEIGHBOURS_AT_ONCE = 2_000;

/**
 * Changes rows and checks them in the same transaction, with every row whose verdict depends on them: the other rows of the same
 * workers (repeats, the year's limit) and of the same external ids. Counters, causes, sums and the version move along.
 *
 * Expects the registry locked and open for changes.
 *
 * @returns `queued` when the revision is so large that the background check does it; the rows then wait as PENDING_VALIDATION.
 */
export async function revisePayroll(deps: RegistryDependencies, trx: Trx, registry: RegistryRow, revision: PayrollRevision): Promise<"checked" | "queued"> {
  const now = deps.clock.now();
  const scope = await loadPayrollScope(trx, registry, now);
  const outcome = await reviseAtOnce(trx, registry, revision, scope, now);
  if (outcome === "queued") await queueRevision(trx, registry, revision);
  await announce(trx, { to: `account:${registry.account_id}`, resource: "payroll-registries", ids: [registry.id] });
  return outcome;
}

async function reviseAtOnce(trx: Trx, registry: RegistryRow, revision: PayrollRevision, scope: PayrollScope, now: Date): Promise<"checked" | "queued"> {
  const { changed, added, removed } = revision;
  if (changed.size + added.length + removed.length > MOST_ROWS_AT_ONCE) return "queued";
  const firstNew = registry.row_count + registry.removed_rows.length + 1;
  const fresh = new Map<number, CheckedRow>();
  const lineOf = (rowNo: number, fileLine: number | null) => fileLine ?? shownRowNo(registry.removed_rows, rowNo);
  for (const [rowNo, cells] of changed) fresh.set(rowNo, checkCells(cells, lineOf(rowNo, null), scope.today));
  added.forEach((cells, index) => fresh.set(firstNew + index, checkCells(cells, lineOf(firstNew + index, null), scope.today)));

  const touched = await loadNeighbours(trx, registry, [...changed.keys(), ...removed], [...fresh.values()]);
  if (touched === null) return "queued";
  const { stored, outside } = touched;

  const gone = new Set(removed);
  const rows = stored.filter(({ row_no }) => !gone.has(row_no)).map((row) => ({ rowNo: row.row_no, stored: row as StoredRow | null, checked: checkCells(changed.get(row.row_no) ?? row.cells, lineOf(row.row_no, row.file_line), scope.today) }));
  added.forEach((_, index) => rows.push({ rowNo: firstNew + index, stored: null, checked: fresh.get(firstNew + index) as CheckedRow }));
  findRepeats(rows, outside, lineOf);
  const judge = new PayrollJudge(scope);
  const question = judge.question(rows.map(({ checked }) => checked));
  if (question) judge.learn(await loadPayrollFacts(trx, scope, question));

  const delta = emptyTally();
  const workmenBefore = new Set<number>();
  const workmenAfter = new Set<number>();
  for (const row of stored) {
    countRow(delta, talliedStored(row), -1);
    if (row.error_count === 0 && row.workman_id !== null) workmenBefore.add(row.workman_id);
  }
  const written: { rowNo: number; judged: JudgedRow }[] = [];
  const inserted: { rowNo: number; judged: JudgedRow }[] = [];
  for (const { rowNo, stored: before, checked } of rows) {
    const judged = judge.judge(checked);
    countRow(delta, talliedOf(judged));
    if (judged.errorCount === 0 && judged.workmanId !== null) workmenAfter.add(judged.workmanId);
    if (before === null) inserted.push({ rowNo, judged });
    else if (changed.has(rowNo) || !isSameJudgement(before, judged)) written.push({ rowNo, judged });
  }
  await updateRows(trx, scope, written);
  await insertRows(trx, scope, inserted);
  if (removed.length > 0) await sql`DELETE FROM registry_items i WHERE ${ownRows(registry)} AND i.row_no = ANY (${[...removed]}::integer[])`.execute(trx);
  await addToCounters(trx, registry, { delta, workmen: workmenAfter.size - workmenBefore.size, removed, now });
  return "checked";
}

/** Repeats are told in the order of the rows; `outside` are the first owners of external ids that nobody changes here. */
function findRepeats(rows: { rowNo: number; checked: CheckedRow }[], outside: readonly OutsideRow[], lineOf: (rowNo: number, fileLine: number | null) => number): void {
  const repeated = new RepeatedRows(rows.length + outside.length + 1);
  const steps = [
    ...rows.map(({ rowNo, checked }) => ({ rowNo, run: () => repeated.check(checked) })),
    ...outside.map((row) => ({ rowNo: row.row_no, run: () => repeated.see(row.external_id, lineOf(row.row_no, row.file_line)) })),
  ];
  for (const { run } of steps.sort((one, other) => one.rowNo - other.rowNo)) run();
}

interface OutsideRow {
  readonly row_no: number;
  readonly file_line: number | null;
  readonly external_id: string;
}

/** The rows themselves and all whose verdict depends on them; `null` when there are too many to judge while a person waits. */
async function loadNeighbours(trx: Trx, registry: RegistryRow, rowNos: number[], fresh: CheckedRow[]): Promise<{ stored: StoredRow[]; outside: OutsideRow[] } | null> {
  const read = (inns: Set<string>, externalIds: Set<string>) =>
    readStoredRows(
      trx,
      registry,
      sql`i.row_no = ANY (${rowNos}::integer[]) OR i.inn = ANY (${[...inns]}::text[]) OR i.external_id = ANY (${[...externalIds]}::text[])`,
      MOST_NEIGHBOURS_AT_ONCE + 1,
    );
  const inns = new Set(fresh.flatMap(({ values }) => values.inn ?? []));
  const externalIds = new Set(fresh.flatMap(({ values }) => values.externalId ?? []));
  for (const row of await readStoredRows(trx, registry, sql`i.row_no = ANY (${rowNos}::integer[])`)) {
    if (row.inn !== null) inns.add(row.inn);
    if (row.external_id !== null) externalIds.add(row.external_id);
  }
  let stored = await read(inns, externalIds);
  if (stored.length > MOST_NEIGHBOURS_AT_ONCE) return null;
  // A row that loses or gains a repeat changes what is left of the year's limit for its worker's later rows.
  const known = inns.size;
  for (const { inn } of stored) if (inn !== null) inns.add(inn);
  if (inns.size > known) stored = await read(inns, externalIds);
  if (stored.length > MOST_NEIGHBOURS_AT_ONCE) return null;

  const others = new Set(stored.flatMap(({ external_id }) => (external_id !== null && !externalIds.has(external_id) ? external_id : [])));
  const { rows } = await sql<OutsideRow>`
    SELECT DISTINCT ON (external_id) external_id, row_no, file_line FROM registry_items i
    WHERE ${ownRows(registry)} AND i.external_id = ANY (${[...others]}::text[]) AND i.row_no <> ALL (${stored.map(({ row_no }) => row_no)}::integer[])
    ORDER BY external_id, row_no`.execute(trx);
  return { stored, outside: rows };
}

/** Puts the new cells in place and sends the whole registry to the check of stored rows. */
async function queueRevision(trx: Trx, registry: RegistryRow, { changed, added, removed }: PayrollRevision): Promise<void> {
  const firstNew = registry.row_count + registry.removed_rows.length + 1;
  for (const part of inParts([...changed])) {
    await sql`
      UPDATE registry_items i SET cells = v.cells::text[], state = 'PENDING_VALIDATION'
      FROM unnest(${part.map(([rowNo]) => rowNo)}::integer[], ${part.map(([, cells]) => arrayText(cells))}::text[]) AS v (row_no, cells)
      WHERE ${ownRows(registry)} AND i.row_no = v.row_no`.execute(trx);
  }
  for (const part of inParts(added.map((cells, index) => [firstNew + index, cells] as const))) {
    await sql`
      INSERT INTO registry_items (account_id, registry_id, created_on, row_no, cells, state)
      SELECT ${registry.account_id}, ${registry.id}, ${registry.created_on}::date, v.row_no, v.cells::text[], 'PENDING_VALIDATION'
      FROM unnest(${part.map(([rowNo]) => rowNo)}::integer[], ${part.map(([, cells]) => arrayText(cells))}::text[]) AS v (row_no, cells)`.execute(trx);
  }
  if (removed.length > 0) await sql`DELETE FROM registry_items i WHERE ${ownRows(registry)} AND i.row_no = ANY (${[...removed]}::integer[])`.execute(trx);
  await sql`
    UPDATE registries SET state = 'VALIDATING', version = version + 1, claimed_until = NULL, checked_at = coalesce(checked_at, created_at), error_message = NULL,
      row_count = row_count + ${added.length - removed.length}, removed_rows = removed_rows || ${[...removed]}::integer[]
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
}

function* inParts<Item>(items: readonly Item[], size = 2_000): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
