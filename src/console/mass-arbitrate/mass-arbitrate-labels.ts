import type { ExportState } from "#contract/exports/export-states.ts";
import type { ArbitrationState } from "#contract/jobs/job-offer-states.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import type { RegistryItemState } from "#contract/registries/registry-item-states.ts";

/** Resources and live channels. */
export const EXPORTS = "mass-arbitrate-exports";
export const IMPORTS = "mass-arbitrate-imports";
export const ITEMS = "mass-arbitrate-items";

export const EXPORTS_PATH = "/profile/mass-arbitrate";
export const IMPORTS_PATH = "/profile/mass-arbitrate/import";

export const TABS = [
  { to: EXPORTS_PATH, label: "Выгрузки" },
  { to: IMPORTS_PATH, label: "Загрузки" },
] as const;

export const EXPORT_TONES: Readonly<Record<ExportState, StateTone>> = {
  NEW: "progress",
  PROCESSING: "progress",
  READY: "good",
  FAILED: "bad",
  EXPIRED: "neutral",
};
export const ITEM_TONES: Readonly<Record<RegistryItemState, StateTone>> = {
  PENDING_VALIDATION: "progress",
  VALIDATION_FAILED: "bad",
  READY_TO_APPLY: "good",
  APPLYING: "progress",
  APPLIED: "good",
  APPLY_FAILED: "bad",
  SKIPPED: "neutral",
  CANCELED: "neutral",
};
export const ANSWER_TONES: Readonly<Record<ArbitrationState, StateTone>> = {
  OPEN: "progress",
  ACCEPTED: "good",
  DECLINED: "bad",
  CANCELED: "neutral",
  MODERATION: "warning",
  EXPIRED: "warning",
};

export const ROWS = ["строка", "строки", "строк"] as const;
