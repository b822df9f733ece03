export { checkRecords } from "./actions/order-export.ts";
export { narrowed } from "./export-columns.ts";
export { countRows, sheetOf, type ExportColumn, type ExportTable } from "./read-table.ts";
export { writeToFile } from "./write-export-file.ts";
export { byTurns } from "./tasks/by-turns.ts";
export { expireExportsTask } from "./tasks/expire-exports.ts";
