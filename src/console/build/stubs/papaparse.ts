/** Stands for `papaparse` inside `@refinedev/core`, whose `useImport` and `useExport` are not used: files are read in a worker, exports made by the server. */
function refuse(): never {
  throw new Error("useImport and useExport are left out of this build");
}
export const parse = refuse;
export const unparse = refuse;
export default { parse: refuse, unparse: refuse };
