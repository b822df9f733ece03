export { readableFile } from "./readable-file.ts";
export { readTableFile } from "./read-table-file.ts";
export { lockNumbering, storeFile, type RegistryFile } from "./store-registry-file.ts";
