/** Stands for the selection column of Ant Design's Table, which brings Checkbox, Radio, Dropdown and with them the forms (45 KiB of brotli): `PagedTable` has its own. */
const NOTHING: ReadonlySet<never> = new Set();
const unchanged = <Columns>(columns: Columns) => columns;
const answer = [unchanged, NOTHING] as const;
export default function useSelection(_: unknown, rowSelection?: unknown) {
  if (rowSelection) throw new Error("rowSelection is left out of this build: use the selection of PagedTable");
  return answer;
}
export const SELECTION_COLUMN = {};
export const SELECTION_ALL = "SELECT_ALL";
export const SELECTION_INVERT = "SELECT_INVERT";
export const SELECTION_NONE = "SELECT_NONE";
