import { sql } from "kysely";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { notFound } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { listRegistries } from "../registry-list.ts";
import { presentProgress, presentRegistry } from "../registry-presenter.ts";
import { loadRegistry } from "../registry-row.ts";
import { availableFor } from "../payroll/payroll-info.ts";
import { listItems } from "./item-list.ts";
import { listFindings } from "./registry-findings.ts";
import { errorsTableOf } from "./registry-tables.ts";
import { tableReply } from "#server/files/spreadsheet/table-reply.ts";

export function serveReading(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { calls } = kind;
  const load = { kind: kind.rows.name, permission: kind.permissions.view };

  serve(
    calls.list,
    async ({ actor, query, trx }) => {
      const { rows, meta } = await listRegistries(platform.askOf(trx), actor, { ...load, query });
      const available = await availableFor(trx, actor);
      return { items: rows.map((row) => presentRegistry(row, actor, available)), meta };
    },
    { readsReplica: true },
  );

  serve(calls.get, async ({ actor, params, trx }) =>
    presentRegistry(
      await loadRegistry(trx, actor, { ...load, id: params.id }),
      actor,
      await availableFor(trx, actor),
    ),
  );

  serve(calls.info, async ({ actor, params, trx }) =>
    kind.presentInfo(
      platform,
      trx,
      await loadRegistry(trx, actor, { ...load, id: params.id }),
      actor,
    ),
  );

  serve(
    calls.items,
    async ({ actor, params, query, trx }) =>
      listItems(
        platform,
        trx,
        kind,
        await loadRegistry(trx, actor, { ...load, id: params.id }),
        actor,
        query,
      ),
    { readsReplica: true },
  );

  serve(calls.errors, async ({ actor, params, trx }) => ({
    items: await listFindings(
      trx,
      kind,
      await loadRegistry(trx, actor, { ...load, id: params.id }),
      actor,
    ),
  }));

  serve(calls.progress, async ({ actor, params, trx }) =>
    presentProgress(
      await loadRegistry(trx, actor, { ...load, id: params.id }),
      platform.clock.now(),
    ),
  );

  serve(calls.file, async ({ actor, params, trx }) => {
    const registry = await loadRegistry(trx, actor, { ...load, id: params.id });
    const { rows } = await sql<{
      name: string;
      content_type: string;
      storage_key: string;
    }>`
      SELECT name, content_type, storage_key
      FROM files
      WHERE id = ${registry.file_id} AND account_id = ${registry.account_id}`.execute(trx);
    const file = rows[0];
    if (!file)
      throw notFound(
        kind.dropsFile
          ? "Файл с персональными данными удалён после проверки. Скачайте строки реестра"
          : "Файл не найден",
      );
    return new FileReply(file.name, file.content_type, await platform.files.open(file.storage_key));
  });

  // Rows are read while the file is sent, outside the call's transaction.
  serve(calls.template, async ({ query, trx }) =>
    tableReply(
      `Шаблон ${REGISTRY_KINDS[kind.rows.name].genitive}`,
      query.format,
      await kind.template(trx),
    ),
  );

  serve(
    calls.errorsDownload,
    async ({ actor, params, query, trx }) => {
      const registry = await loadRegistry(trx, actor, { ...load, id: params.id });
      return tableReply(
        `Ошибки ${REGISTRY_KINDS[kind.rows.name].genitive} № ${registry.number}`,
        query.format,
        [errorsTableOf(platform, actor, registry)],
      );
    },
    { readsReplica: true },
  );
}
