import {
  TEMPLATE_TYPES,
  type TemplateType,
  type TemplateValues,
} from "#contract/document-templates/template-fields.ts";
import type { JobDocumentType } from "#contract/job-documents/job-document-states.ts";
import { asDocxRefusal } from "#server/files/docx/docx-error.ts";
import { readOnceInThread } from "#server/files/read-in-thread.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Upload } from "#server/http/uploads.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import type { ReadTemplate } from "./read-template.ts";

export type TemplateJob =
  | { readonly kind: "read"; readonly path: string; readonly type: TemplateType }
  | { readonly kind: "fill"; readonly path: string; readonly values: TemplateValues };

export interface TemplateFile extends ReadTemplate {
  readonly upload: Upload;
}

/**
 * Before any transaction.
 *
 * @throws AppError `invalid` — fields `file` and `type`.
 */
export async function readTemplateFile(
  upload: Upload | undefined,
  type: JobDocumentType,
): Promise<TemplateFile> {
  if (!upload) throw invalid({ file: ["Выберите файл"] });
  const job: TemplateJob = { kind: "read", path: upload.path, type: requireTemplateType(type) };
  return { ...(await inThread<ReadTemplate>(job, upload.sender)), upload };
}

/** @throws AppError `invalid` — field `file`. */
export async function fillTemplateFile(
  { path, sender }: Pick<Upload, "path" | "sender">,
  values: TemplateValues,
): Promise<Buffer> {
  return Buffer.from(await inThread<Uint8Array>({ kind: "fill", path, values }, sender));
}

function inThread<Result>(input: TemplateJob, of: string): Promise<Result> {
  const module = workerModule(import.meta.url, "template-file-worker");
  return readOnceInThread<TemplateJob, Result>(
    { line: "request", of },
    { module, input },
    (error) => Object.assign(invalid({ file: [asDocxRefusal(error).message] }), { cause: error }),
  );
}

export function requireTemplateType(type: JobDocumentType): TemplateType {
  const found = TEMPLATE_TYPES.find((one) => one === type);
  if (!found)
    throw invalid({
      type: [
        "Для этого вида документов шаблонов нет: выберите договор, соглашение о неразглашении, согласие на обработку данных или другой документ",
      ],
    });
  return found;
}
