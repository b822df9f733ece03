/** Stands for the sorter of Ant Design's Table, which would order rows in the browser and keep the order a second time: `PagedTable` has its own header (`ui/order-header.tsx`). */
const NONE: readonly never[] = [];
const NO_PROPS = {};
const unchanged = <Columns>(columns: Columns) => columns;
const answer = [unchanged, NONE, NO_PROPS, () => NO_PROPS] as const;
export default function useSorter({ mergedColumns }: { mergedColumns: readonly { readonly sorter?: unknown }[] }) {
  if (mergedColumns.some(({ sorter }) => sorter)) throw new Error("sorters are left out of this build: give the column of PagedTable a sortField");
  return answer;
}
export const getSortData = unchanged;
