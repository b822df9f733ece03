import { blacklistEndpoints as endpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { BLACKLIST_COLUMNS } from "#contract/blacklist/blacklist-rows.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { tableReply } from "#server/files/spreadsheet/table-reply.ts";
import { announceBlacklist } from "../actions/add-entries.ts";
import type { Platform } from "#server/platform.ts";
import { addBlacklistFile, readBlacklistFile } from "../actions/read-file.ts";

export function serveBlacklistFiles(serve: Serve, { clock }: Platform): void {
  serve(endpoints.exportTemplate, async ({ query }) =>
    tableReply("Шаблон чёрного списка", query.format, TEMPLATE),
  );

  serve.reading(
    endpoints.upload,
    async ({ files }) => {
      const file = files["file"];
      if (!file) throw invalid({ file: ["Выберите файл"] });
      const rows = await readBlacklistFile(file, clock.now()).catch((error: unknown) => {
        throw error instanceof SpreadsheetError ? invalid({ file: [error.message] }) : error;
      });
      return { ...rows, fileName: file.fileName };
    },
    async ({ actor, body, read: file, trx, audit }) => {
      const checkOnly = body.checkOnly === true;
      const result = await addBlacklistFile(trx, actor, file, { checkOnly, at: clock.now() });
      if (result.addedCount > 0 && !checkOnly) await announceBlacklist(trx, actor.accountId);
      audit({
        event: checkOnly ? "blacklist.checked" : "blacklist.uploaded",
        object: { type: "blacklist", id: actor.accountId, title: file.fileName },
        after: {
          added: checkOnly ? 0 : result.addedCount,
          skipped: result.skippedCount,
          errors: result.errorsCount,
        },
      });
      return result;
    },
  );
}

const TEMPLATE: readonly [SheetTable, SheetTable] = [
  {
    name: "Реестр",
    columns: BLACKLIST_COLUMNS.map((column) => ({
      title: headerTitle(column),
      width: column.width,
      isText: column.isText,
    })),
    batches: [],
  },
  {
    name: "Справочник причин",
    columns: [{ title: "Причина", width: 40 }],
    batches: [Object.values(REASONS.blacklist.titles).map((title) => [title])],
  },
];
