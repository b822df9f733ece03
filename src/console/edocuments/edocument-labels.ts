import type { JobDocument } from "#contract/job-documents/job-document.ts";

export const EDOCUMENTS = "edocuments";
export const EDO = "/profile/workman/edo";
export const DOCUMENTS = ["документ", "документа", "документов"] as const;

export function nameOf({ type, number }: Pick<JobDocument, "type" | "number">): string {
  return `${type.title} № ${number}`;
}
