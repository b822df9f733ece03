import { Readable } from "node:stream";
import { sql } from "kysely";
import { employeeEndpoints as endpoints } from "#contract/employees/employee-endpoints.ts";
import { ZIP } from "#contract/kernel/uploads.ts";
import { checkedPapers } from "#server/modules/workman-documents/index.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import { openPrivateFile } from "#server/files/private-files.ts";
import { writeZip } from "#server/files/spreadsheet/zip-writer.ts";
import type { Platform } from "#server/platform.ts";
import { withinReach } from "../queries.ts";

/** Only while they work together; journaled. Source: `domain.md` §2.1. */
export function serveEmployeeDocuments(serve: Serve, platform: Platform): void {
  serve(
    endpoints.downloadDocuments,
    async ({ actor, params, trx, audit }) => {
      const { rows } = await sql<{ state: string; workman_id: number; name: string }>`
        SELECT e.state, e.workman_id, concat_ws(' ', w.last_name, w.first_name) AS name
        FROM employments e
        JOIN workmen w ON w.id = e.workman_id
        WHERE ${withinReach(actor)} AND e.id = ${params.id}`.execute(trx);
      const [row] = rows;
      if (!row) throw notFound("Исполнитель не найден");
      if (row.state !== "ACTIVE" && row.state !== "PAUSED")
        throw conflict("Документы доступны, пока исполнитель работает с вашей компанией");
      const papers = await checkedPapers(trx, row.workman_id);
      if (papers.length === 0)
        throw conflict(
          "У исполнителя нет проверенных документов с файлами. Попросите его загрузить их в профиле",
        );
      audit({
        event: "workman.pd_viewed",
        object: { type: "employee", id: params.id, title: row.name },
        reason: "documents",
      });
      return new FileReply(`Документы ${row.name}.zip`, ZIP, async () => {
        const parts = papers.map(async ({ name, key }) => ({
          name,
          content: [await openPrivateFile(platform, key)],
        }));
        return Readable.from(writeZip(await Promise.all(parts)));
      });
    },
    { changesData: true },
  );
}
