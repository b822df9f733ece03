import { sql } from "kysely";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { moveRegistry } from "../move-registry.ts";
import { readPastedRows } from "../pasted-rows.ts";
import { lineOf } from "../registry-pages.ts";
import { readableFile } from "../readable-file.ts";
import {
  lockNumbering,
  nameStoredFile,
  refuseSameFile,
  storeRegistryFile,
} from "../store-registry-file.ts";
import { placeBlock, refuseCountedRows } from "../editing/place-pasted-block.ts";
import { editRegistry } from "../editing/edit-registry.ts";
import { lockOpenRegistry, objectOf, refuseUnlessOpen } from "../editing/open-registry.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { loadItem } from "./load-item.ts";
import { refuseOtherText } from "../editing/refuse-other-text.ts";

interface RegistryCells {
  readonly cells: Readonly<Record<string, string>>;
}

export function serveEdits(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { calls } = kind;
  const { name, columns } = kind.rows;
  const { title } = REGISTRY_KINDS[name];
  const permission = kind.permissions.edit;

  serve(calls.updateItem, async ({ actor, params, body, trx, audit }) => {
    refuseUnknownColumns(kind, body.cells);
    const { registry, row, present } = await loadItem(platform, trx, kind, actor, {
      id: params.id,
      permission,
      lock: true,
    });
    refuseUnlessOpen(registry, actor);
    if (body.before) {
      const { cells: shown } = (await present()) as RegistryCells;
      await refuseOtherText(trx, registry, { line: lineOf(row), shown, ...body });
    }
    if (body.version !== undefined && body.version !== registry.version)
      throw conflict("Реестр изменился, пока вы его смотрели. Проверьте строки и повторите");
    const cells = columns.map(({ key }, index) => body.cells[key] ?? row.cells[index] ?? "");
    await editRegistry(platform, kind, trx, registry, {
      changed: new Map([[row.row_no, cells]]),
      added: [],
      removed: [],
    });
    audit({
      event: "registry.row_edited",
      object: objectOf(registry),
      after: { row: lineOf(row), columns: Object.keys(body.cells) },
    });
    return (await loadItem(platform, trx, kind, actor, { id: params.id, permission })).present();
  });

  serve(calls.deleteItem, async ({ actor, params, trx, audit }) => {
    const { registry, row } = await loadItem(platform, trx, kind, actor, {
      id: params.id,
      permission,
      lock: true,
    });
    refuseUnlessOpen(registry, actor);
    await editRegistry(platform, kind, trx, registry, {
      changed: new Map(),
      added: [],
      removed: [row.row_no],
    });
    audit({
      event: "registry.row_deleted",
      object: objectOf(registry),
      before: { row: lineOf(row) },
    });
    return { ok: true as const };
  });

  serve.reading(
    calls.pasteRows,
    ({ body, files }) => {
      refuseCountedRows(body);
      return readPastedRows(files["text"]);
    },
    async ({ actor, params, body, read: rows, trx, audit }) => {
      const registry = await lockOpenRegistry(trx, actor, kind, params.id);
      if (body.version !== undefined) refuseOtherVersion(registry, body.version);
      const edit = await placeBlock(platform, kind, trx, registry, rows, body);
      await editRegistry(platform, kind, trx, registry, edit);
      const counts = { addedCount: edit.added.length, changedCount: edit.changed.size };
      audit({
        event: "registry.row_edited",
        object: objectOf(registry),
        after: { pasted: rows.length, ...counts },
      });
      return { id: registry.id, version: registry.version + 1, ...counts };
    },
  );

  serve.reading(
    calls.updateFile,
    async ({ actor, params, files, db, store }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      const choices = await choicesOf(db, actor.accountId, params.id);
      const file = await readableFile(columns, files["file"], "file", choices);
      return storeRegistryFile(file, store);
    },
    async ({ actor, params, read: file, trx, audit }) => {
      const registry = await lockOpenRegistry(trx, actor, kind, params.id);
      await lockNumbering(trx, actor.accountId);
      await refuseSameFile(trx, actor, name, file.sha256, registry.id);
      const fileId = await nameStoredFile(platform, trx, actor, file);
      await moveRegistry(
        trx,
        registry,
        transition(REGISTRY_TRANSITIONS, "replaceFile", "account"),
        // The corrected file has a name of its own, the registry keeps the one people know it by.
        // A file without a head cannot be told from another one.
        sql`
          version = version + 1, checked_at = NULL, claimed_until = NULL, error_message = NULL,
            title = coalesce(title, file_name, ${`${title} № ${registry.number}`}),
            file_id = ${fileId}, file_name = ${file.fileName},
            file_sha256 = ${file.sha256},
            file_choices = CASE WHEN file_choices ->> 'headLine' <> '0'
              THEN file_choices - 'encoding' END`,
      );
      audit({
        event: "registry.uploaded",
        object: objectOf(registry),
        after: { file: file.fileName, bytes: file.sizeBytes },
      });
      // The number of changed rows is known once the file is read: see the progress.
      return { id: registry.id, version: registry.version + 1, addedCount: 0, changedCount: 0 };
    },
  );
}

/** Of the registry's first file; its correction may have the same head. */
async function choicesOf(
  db: Trx,
  accountId: number,
  id: number,
): Promise<ColumnChoices | undefined> {
  const { rows } = await sql<{ file_choices: ColumnChoices | null }>`
    SELECT file_choices FROM registries WHERE account_id = ${accountId} AND id = ${id}`.execute(db);
  // Our own file of errors is mostly saved in another encoding than theirs.
  const { encoding: _, ...choices } = rows[0]?.file_choices ?? { headLine: 0 };
  return choices.headLine > 0 ? (choices as ColumnChoices) : undefined;
}

function refuseUnknownColumns(kind: RegistryKind, cells: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(cells).filter(
    (key) => !kind.rows.columns.some((column) => column.key === key),
  );
  if (unknown.length > 0)
    throw invalid(
      Object.fromEntries(unknown.map((key) => [`cells.${key}`, ["Такого столбца в реестре нет"]])),
    );
}
