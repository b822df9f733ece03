export { checkRecords } from "./actions/order-export.ts";
export { narrowed } from "./export-columns.ts";
export { countRows, sheetOf, type ExportColumn, type ExportTable } from "./read-table.ts";
export { ExportRefusal, writeToFile, type WrittenFile } from "./write-to-file.ts";
export { byTurns } from "./tasks/by-turns.ts";
export { exportTask, TakenOver } from "./tasks/export-machine.ts";
export { expireExportsTask } from "./tasks/expire-exports.ts";
