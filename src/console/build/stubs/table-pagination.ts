/** Stands for Ant Design's Pagination inside its Table, which brings Select: `PagedTable` has its own pages. */
export default function Pagination(): never {
  throw new Error("the table's own pagination is left out of this build: use PagedTable or pagination={false}");
}
