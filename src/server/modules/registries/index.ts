export { readTableFile } from "./read-table-file.ts";
export { lockNumbering, storeFile } from "./store-registry-file.ts";
