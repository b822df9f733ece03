import { sql } from "kysely";
import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { PAYROLL_COLUMN_KEYS, PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { MAX_REGISTRY_ROWS, REGISTRY_FILE_MESSAGES } from "#contract/registries/registry-columns.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import { conflict, invalid } from "#server/platform/app-error.ts";
import { announce } from "#server/platform/live.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { RegistryDependencies } from "../index.ts";
import { isHeaderRow, readPastedRows, type PastedRow } from "../pasted-rows.ts";
import { storedRowNo } from "../registry-pages.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { lockNumbering, refuseSameFile, storeFile } from "../store-registry-file.ts";
import { loadPayrollItem } from "./load-payroll-item.ts";
import { revisePayroll, type PayrollRevision } from "./revise-payroll.ts";
import { readStoredRows } from "./stored-payroll-rows.ts";
import { readableFile } from "./upload-routes.ts";

const PERMISSION = "payroll-registries.edit";

/** Calls that correct the rows of a registry that has not been started. */
export function serveEdits(serve: Serve, deps: RegistryDependencies): void {
  serve(endpoints.updateItem, async ({ actor, params, body, trx, audit }) => {
    refuseUnknownColumns(body.cells);
    const { registry, row } = await loadPayrollItem(trx, actor, params.id, PERMISSION, true);
    refuseUnlessOpen(registry, actor);
    if (body.version !== undefined && body.version !== registry.version) throw conflict("Реестр изменился, пока вы его смотрели. Обновите страницу");
    const cells = PAYROLL_COLUMNS.map(({ key }, index) => body.cells[key] ?? row.cells[index] ?? "");
    await revisePayroll(deps, trx, registry, { changed: new Map([[row.row_no, cells]]), added: [], removed: [] });
    audit({ event: "registry.row_edited", object: objectOf(registry), after: { row: row.file_line ?? row.row_no, columns: Object.keys(body.cells) } });
    return (await loadPayrollItem(trx, actor, params.id, PERMISSION)).present();
  });

  serve(endpoints.deleteItem, async ({ actor, params, trx, audit }) => {
    const { registry, row } = await loadPayrollItem(trx, actor, params.id, PERMISSION, true);
    refuseUnlessOpen(registry, actor);
    await revisePayroll(deps, trx, registry, { changed: new Map(), added: [], removed: [row.row_no] });
    audit({ event: "registry.row_deleted", object: objectOf(registry), before: { row: row.file_line ?? row.row_no } });
    return { ok: true as const };
  });

  serve(endpoints.pasteRows, async ({ actor, params, body, files, trx, audit }) => {
    const rows = await readPastedRows(files["text"]);
    const registry = await loadRegistry(trx, actor, { kind: "payroll", permission: PERMISSION, id: params.id, lock: true });
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    refuseUnlessOpen(registry, actor);
    const revision = await placeBlock(trx, registry, rows, body);
    await revisePayroll(deps, trx, registry, revision);
    const counts = { addedCount: revision.added.length, changedCount: revision.changed.size };
    audit({ event: "registry.row_edited", object: objectOf(registry), after: { pasted: rows.length, ...counts } });
    return { id: registry.id, version: registry.version + 1, ...counts };
  });

  serve(endpoints.updateFile, async ({ actor, params, files, trx, audit }) => {
    const file = await readableFile(files["file"]);
    const registry = await loadRegistry(trx, actor, { kind: "payroll", permission: PERMISSION, id: params.id, lock: true });
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    refuseUnlessOpen(registry, actor);
    await lockNumbering(trx, actor.accountId);
    await refuseSameFile(trx, actor, "payroll", file.sha256, registry.id);
    const stored = await storeFile(deps, trx, actor, file);
    try {
      await sql`
        UPDATE registries SET state = 'UPLOADED', version = version + 1, checked_at = NULL, claimed_until = NULL, error_message = NULL,
          file_id = ${stored.fileId}, file_name = ${file.fileName}, file_sha256 = ${file.sha256}
        WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
      await announce(trx, { to: `account:${registry.account_id}`, resource: "payroll-registries", ids: [registry.id] });
    } catch (error) {
      await stored.discard();
      throw error;
    }
    audit({ event: "registry.uploaded", object: objectOf(registry), after: { file: file.fileName, bytes: file.sizeBytes } });
    // How many rows change is known when the file has been read: see the progress.
    return { id: registry.id, version: registry.version + 1, addedCount: 0, changedCount: 0 };
  });
}

/** @throws AppError `conflict` with the reason in Russian when the rows cannot be changed now. */
function refuseUnlessOpen(registry: RegistryRow, actor: AccountActor): void {
  const permissions = permissionsOf(registry, actor);
  if (!permissions.update) throw conflict(permissions.forbidden["update"]);
}

function refuseUnknownColumns(cells: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(cells).filter((key) => !(PAYROLL_COLUMN_KEYS as readonly string[]).includes(key));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((key) => [`cells.${key}`, ["Такого столбца в реестре нет"]])));
}

/**
 * Where the cells of a pasted block go: its own header decides the columns, else they follow one another from `startColumn`; rows
 * go over the registry's from `startRow`, what is left of them to its end.
 */
async function placeBlock(trx: Trx, registry: RegistryRow, block: PastedRow[], place: { startRow?: number; startColumn?: string }): Promise<PayrollRevision> {
  const first = block[0];
  const isTitled = first !== undefined && isHeaderRow(PAYROLL_COLUMNS, first.cells);
  const columnsOf = isTitled ? titledColumns(first.cells) : plainColumns(place.startColumn);
  const rows = isTitled ? block.slice(1).map((row) => ({ ...row, offset: row.offset - first.offset - 1 })) : block;
  if (rows.length === 0) throw invalid({ text: ["Нет строк для вставки"] });

  const start = place.startRow ?? registry.row_count + 1;
  const shownOf = (row: PastedRow) => start + row.offset;
  const over = new Map(rows.filter((row) => shownOf(row) <= registry.row_count).map((row) => [storedRowNo(registry.removed_rows, shownOf(row)), row]));
  const added = rows.filter((row) => shownOf(row) > registry.row_count).map((row) => merge(PAYROLL_COLUMNS.map(() => ""), row.cells, columnsOf));
  if (registry.row_count + added.length > MAX_REGISTRY_ROWS) throw invalid({ text: [REGISTRY_FILE_MESSAGES.tooManyRows] });

  const changed = new Map<number, string[]>();
  const stored = over.size === 0 ? [] : await readStoredRows(trx, registry, sql`i.row_no = ANY (${[...over.keys()]}::integer[])`);
  for (const { row_no, cells } of stored) changed.set(row_no, merge(cells, over.get(row_no)?.cells ?? [], columnsOf));
  return { changed, added, removed: [] };
}

/** By place in the block: index of the kind's column, −1 for a column that is not used. */
type ColumnsOf = (place: number) => number;

function titledColumns(header: readonly string[]): ColumnsOf {
  const indexes = header.map((title) => PAYROLL_COLUMNS.findIndex((column) => isHeaderRow([column], [title])));
  return (place) => indexes[place] ?? -1;
}

function plainColumns(startColumn: string | undefined): ColumnsOf {
  const start = startColumn === undefined ? 0 : (PAYROLL_COLUMN_KEYS as readonly string[]).indexOf(startColumn);
  if (start === -1) throw invalid({ startColumn: ["Такого столбца в реестре нет"] });
  return (place) => (start + place < PAYROLL_COLUMNS.length ? start + place : -1);
}

function merge(cells: readonly string[], pasted: readonly string[], columnsOf: ColumnsOf): string[] {
  const merged = [...cells];
  pasted.forEach((text, place) => {
    const index = columnsOf(place);
    if (index !== -1) merged[index] = text;
  });
  return merged;
}

function objectOf(registry: RegistryRow) {
  return { type: "payroll-registry", id: registry.id, title: `Реестр выплат № ${registry.number}` };
}
