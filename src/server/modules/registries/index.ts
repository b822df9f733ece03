export { applyRowsTask, COMPLETE } from "./apply/apply-rows-task.ts";
export { readableFile } from "./readable-file.ts";
export { readTableFile, type OwnedFile } from "./read-table-file.ts";
export type { ReadRow } from "./registry-file-events.ts";
export type { FileScope, RowRules, RowValidator, ValidatedRow } from "./registry-kind.ts";
export { textKey } from "./repeated-rows.ts";
export { errorsTable, sheetColumns } from "./routes/registry-tables.ts";
export { delayedUntil, shownMessage, shownState } from "./shown-state.ts";
export { nameOfRegistry, type RegistryKey } from "./registry-key.ts";
export {
  lockNumbering,
  nameStoredFile,
  storeRegistryFile,
  type StoredRegistryFile,
} from "./store-registry-file.ts";
export { validatedRow } from "./validation/people-book.ts";
export { RowsValidation } from "./validation/rows-validation.ts";
export { findingsText, storable } from "./validation/storable.ts";
export { storeValidation, validateFilesTask } from "./validation/validate-task.ts";
export { validateRows } from "./validation/validate-rows.ts";
export type { FileLease, FileStore } from "./validation/validation-lease.ts";
export { validateRegistryRows } from "./validate-registry-rows.ts";
