import type { TObject } from "typebox";
import type { Multipart } from "./define-endpoints.ts";

const MIB = 1024 * 1024;

/** Registry, black list or mass change. Source: `domain.md` §4.1. */
export const REGISTRY_FILE_BYTES = 50 * MIB;
/** Decision: holds a photographed passport, not a video. */
export const DOCUMENT_FILE_BYTES = 10 * MIB;

export const PDF = "application/pdf";
export const ZIP = "application/zip";
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const CSV = "text/csv";
export const TEXT = "text/plain";
export const XML = "application/xml";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/**
 * One required file.
 *
 * @param name - as in the specification: `file`, `document`.
 * @param fields - text beside it.
 */
export function fileUpload<const Fields extends TObject>(
  name: string,
  maxBytes: number,
  fields?: Fields,
): Multipart<Fields> {
  return { kind: "multipart", files: { [name]: { maxBytes, required: true } }, fields };
}
