import { Readable } from "node:stream";
import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { massArbitrateEndpoints as endpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { readableFile, storeRegistryFile } from "#server/modules/registries/index.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import type { Trx } from "#server/data/transaction.ts";
import { REASONS_SHEET } from "../export-table.ts";
import { errorsOf, listFindings } from "../import-errors.ts";
import { presentImport, presentProgress } from "../presenter.ts";
import { loadImport, objectOf, selectImports } from "../import-rows.ts";
import type { Platform } from "#server/platform.ts";
import { listItems } from "../item-list.ts";
import { withinReach } from "../reach.ts";
import { uploadImport } from "../actions/upload-import.ts";

export function serveImports(serve: Serve, platform: Platform): void {
  serve.list(endpoints.importList, ({ actor, query }) => ({
    of: "x",
    from: sql`mass_arbitrate_imports x JOIN people a ON a.id = x.created_by`,
    where: [withinReach(actor), ...filtersOf(query), ...olderThan(query, sql`x.created_at`)],
    order: sql`${orderOf(query)}, x.id DESC`,
    select: (page) => selectImports(page),
    present: async (rows, db) => {
      const available = await availableFor(db, actor);
      return rows.map((row) => presentImport(row, actor, available));
    },
  }));

  serve.reading(
    endpoints.importUpload,
    async ({ actor, files, db, store }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      return storeRegistryFile(await readableFile(MASS_ARBITRATE_COLUMNS, files["file"]), store);
    },
    async ({ actor, read: file, trx, audit }) => {
      const created = await uploadImport(platform, trx, actor, file);
      audit({
        event: "mass_arbitrate.uploaded",
        object: objectOf(created),
        after: { file: file.fileName, bytes: file.sizeBytes },
      });
      return { id: created.id };
    },
  );

  serve(endpoints.importInfo, async ({ actor, params, trx }) =>
    presentImport(await loadImport(trx, actor, params.id), actor, await availableFor(trx, actor)),
  );

  serve(endpoints.importProgress, async ({ actor, params, trx }) =>
    presentProgress(await loadImport(trx, actor, params.id)),
  );

  serve(endpoints.importItems, async ({ actor, params, query, trx }) =>
    listItems(trx, await loadImport(trx, actor, params.id), query),
  );

  serve(endpoints.importErrors, async ({ actor, params, trx }) => ({
    items: await listFindings(trx, await loadImport(trx, actor, params.id)),
  }));

  serve(endpoints.importErrorsDownload, async ({ actor, params, query, trx }) => {
    const one = await loadImport(trx, actor, params.id);
    const name = `Ошибки изменения выплат № ${one.number}`;
    const table = errorsOf(platform.db, one);
    if (query.format === "csv")
      return new FileReply(
        `${name}.csv`,
        `${CSV}; charset=windows-1251`,
        Readable.from(writeCsv(table), { highWaterMark: 2 }),
      );
    return new FileReply(
      `${name}.xlsx`,
      XLSX,
      Readable.from(writeXlsx([table, REASONS_SHEET]), { highWaterMark: 2 }),
    );
  });
}

async function availableFor(trx: Trx, actor: AccountActor): Promise<bigint | null> {
  return may(actor, "money.view") ? (await balanceOfAccount(trx, actor.accountId)).available : null;
}

interface ListQuery {
  readonly search?: string;
  readonly states?: RegistryState[];
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly sortBy?: "createdAt" | "number" | "amount" | "rowsCount";
  readonly sortDirection?: "asc" | "desc";
}

function filtersOf({ search, states, periodStart, periodEnd }: ListQuery): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (search?.trim())
    filters.push(
      sql`
        (x.file_name ILIKE ${containing(search)}
          OR a.name ILIKE ${containing(search)}
          OR x.number::text = ${search.trim()})`,
    );
  if (states?.length) filters.push(sql`x.state = ANY (${states}::text[])`);
  if (periodStart) filters.push(sql`x.created_at >= ${startOfMoscowDay(periodStart)}`);
  if (periodEnd) filters.push(sql`x.created_at < ${endOfMoscowDay(periodEnd)}`);
  return filters;
}

const SORTS = {
  createdAt: sql`x.id`,
  number: sql`x.number`,
  amount: sql`x.after_kopecks`,
  rowsCount: sql`x.row_count`,
};

function orderOf({ sortBy, sortDirection }: ListQuery): RawBuilder<unknown> {
  return sql`${SORTS[sortBy ?? "createdAt"]} ${sortDirection === "asc" ? sql`ASC` : sql`DESC`}`;
}
