/**
 * Stands for the filter dropdown in the header of Ant Design's Table, which brings Tree, Menu, Input and Radio (60 KiB of brotli): the console's
 * filters stand above their table, where a phone and a screen reader reach them.
 */
export default function FilterDropdown(): never {
  throw new Error("column filters are left out of this build: put the filter above the table");
}
export const flattenKeys = () => [];
