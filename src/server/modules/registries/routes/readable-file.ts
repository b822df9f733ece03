import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { invalid } from "#server/http/app-error.ts";
import { sniffSpreadsheet } from "#server/files/spreadsheet/sniff.ts";
import type { Upload } from "#server/http/uploads.ts";
import { refuseUnreadable, type RegistryFile } from "../store-registry-file.ts";

/** @throws AppError `invalid` — field `file`: no registry can be made of it. */
export async function readableFile(
  kind: RegistryKindName,
  upload: Upload | undefined,
): Promise<RegistryFile> {
  if (!upload) throw invalid({ file: ["Выберите файл"] });
  await refuseUnreadable(kind, upload.path);
  // The browser guesses the type by the name; the first bytes tell it.
  const { type } = await sniffSpreadsheet(upload.path);
  return { ...upload, contentType: type === "xlsx" ? XLSX : CSV };
}
