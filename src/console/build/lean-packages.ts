import { resolve } from "node:path";
import type { Plugin } from "vite";

const stub = (name: string) => resolve(import.meta.dirname, "stubs", name);
const REFINE = /node_modules\/@refinedev\//;

/** What is imported, by whom, and what stands for it. Source: console-notes §2.3; together about 110 KiB of brotli on a list page. */
const REPLACED: readonly { readonly source: string; readonly importer: RegExp; readonly by: string }[] = [
  { source: "@refinedev/devtools-internal", importer: /./, by: stub("devtools.ts") },
  { source: "react-markdown", importer: /./, by: stub("markdown.ts") },
  { source: "remark-gfm", importer: /./, by: stub("markdown.ts") },
  { source: "@ant-design/pro-layout", importer: /./, by: stub("page-header.tsx") },
  { source: "papaparse", importer: REFINE, by: stub("papaparse.ts") },
  { source: "pluralize", importer: REFINE, by: stub("pluralize.ts") },
  { source: "qs", importer: REFINE, by: stub("qs.ts") },
  { source: "typebox", importer: /\/src\/contract\//, by: stub("typebox.ts") },
  { source: "./FilterDropdown", importer: /antd\/es\/table\/hooks\/useFilter\//, by: stub("column-filter.ts") },
  { source: "../pagination", importer: /antd\/es\/table\/InternalTable/, by: stub("table-pagination.ts") },
  { source: "./RcTable/VirtualTable", importer: /antd\/es\/table\/InternalTable/, by: stub("left-out.ts") },
  { source: "../../dropdown", importer: /antd\/es\/table\/hooks\/useSelection/, by: stub("left-out.ts") },
];

/** Leaves out what Refine's and Ant Design's packages import and the console never runs. */
export function leanPackages(): Plugin {
  return {
    name: "lean-packages",
    enforce: "pre",
    // Tests and `vite dev` run the originals.
    apply: "build",
    resolveId(source, importer) {
      const replaced = importer ? REPLACED.find((one) => one.source === source && one.importer.test(importer)) : undefined;
      return replaced ? replaced.by : null;
    },
  };
}
