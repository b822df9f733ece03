import { DOCUMENT_LATE_DAYS } from "#contract/job-documents/job-document-states.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { countOf } from "#contract/values/plural.ts";
import { productNow } from "#web/live/product-clock.ts";

const DAY_MS = 86_400_000;
const DAYS = ["день", "дня", "дней"] as const;

export const DOCUMENT_WORDS = ["документ", "документа", "документов"] as const;

export function waitingOf({
  awaits,
  awaitedSince,
}: JobDocument): { readonly text: string; readonly isLate: boolean } | null {
  if (awaits === null || awaitedSince === null) return null;
  const days = Math.floor((productNow().getTime() - Date.parse(awaitedSince)) / DAY_MS);
  const whom = awaits === "account" ? "вашу подпись" : "исполнителя";
  return {
    text: days < 1 ? `Ждёт ${whom}` : `Ждёт ${whom} ${countOf(days, DAYS)}`,
    isLate: days >= DOCUMENT_LATE_DAYS,
  };
}
