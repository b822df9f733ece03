import { sql } from "kysely";
import { documentTemplateEndpoints as endpoints } from "#contract/document-templates/document-template-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { EXAMPLE_VALUES, TEMPLATE_FIELD } from "#contract/document-templates/template-fields.ts";
import type { JobDocumentType } from "#contract/job-documents/job-document-states.ts";
import { DOCX } from "#contract/kernel/uploads.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import { conflict } from "#server/http/app-error.ts";
import { fillBlocks } from "#server/files/docx/placeholders.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Upload } from "#server/http/uploads.ts";
import { changeTemplate } from "../actions/change-template.ts";
import type { Platform } from "#server/platform.ts";
import { readTemplateFile, type TemplateFile } from "../template-file.ts";
import {
  loadTemplate,
  presentTemplate,
  selectTemplates,
  templatesWithinReach,
} from "../queries.ts";
import { uploadTemplate, type StoredTemplate } from "../actions/upload-template.ts";

export function serveTemplates(serve: Serve, platform: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) => {
    const where = [templatesWithinReach(actor), ...olderThan(query, sql`t.created_at`)];
    if (query.states?.length) where.push(sql`t.state = ANY (${query.states}::text[])`);
    if (query.types?.length) where.push(sql`t.type = ANY (${query.types}::text[])`);
    if (query.projectID !== undefined) where.push(sql`t.project_id = ${query.projectID}`);
    if (query.search?.trim()) where.push(sql`t.title ILIKE ${containing(query.search)}`);
    const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
    return {
      of: "t",
      from: sql`document_templates t`,
      where,
      order:
        query.sortBy === "title"
          ? sql`lower(t.title) ${direction}, t.id ${direction}`
          : sql`t.id ${direction}`,
      select: (page) => selectTemplates(page),
      present: (rows) => rows.map((row) => presentTemplate(row, actor)),
    };
  });

  serve(endpoints.source, async ({ actor, params, trx }) => {
    const { file_name: name, storage_key: key } = await loadTemplate(trx, actor, params.id);
    const body = await platform.files.open(key).catch((error: unknown) => {
      throw error instanceof NoSuchFile
        ? conflict("Файл шаблона не найден в хранилище. Загрузите его снова")
        : error;
    });
    return new FileReply(name, DOCX, body);
  });

  serve.reading(endpoints.check, readTemplate, async ({ read, audit, actor }) => {
    const { blocks, fields, problems, upload } = read;
    audit({
      event: "document_template.checked",
      object: { type: "document-template", id: actor.accountId, title: upload.fileName },
      after: { problems: problems.length },
    });
    return {
      problems,
      fields: fields.map((id) => definitionFor(TEMPLATE_FIELD, id)),
      blocks: fillBlocks(blocks, EXAMPLE_VALUES),
    };
  });

  serve.reading(endpoints.upload, readUpload, ({ actor, body, read: file, trx, audit }) =>
    uploadTemplate(platform, trx, actor, file, body, audit),
  );

  serve(endpoints.archive, ({ actor, params, trx, audit }) =>
    changeTemplate(trx, actor, params.id, "archive", audit),
  );

  serve(endpoints.activate, ({ actor, params, trx, audit }) =>
    changeTemplate(trx, actor, params.id, "activate", audit),
  );
}

interface Sent {
  readonly body: { readonly type: JobDocumentType };
  readonly files: Readonly<Record<string, Upload>>;
}

function readTemplate({ body, files }: Sent): Promise<TemplateFile> {
  return readTemplateFile(files["file"], body.type);
}

async function readUpload(
  sent: Sent & { readonly store: (path: string) => Promise<string> },
): Promise<StoredTemplate> {
  const template = await readTemplate(sent);
  return { ...template, key: await sent.store(template.upload.path) };
}
