import { resolve } from "node:path";
import type { Plugin } from "vite";

const stub = (name: string) => resolve(import.meta.dirname, "stubs", name);
const REFINE = /node_modules\/@refinedev\//;
const TABLE = /antd\/es\/table\/(InternalTable|Table)\.js/;

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
  { source: "./fetch.js", importer: /axios\/lib\/adapters\/adapters/, by: stub("axios-fetch.ts") },
  { source: "./helpers/HttpStatusCode.js", importer: /axios\/lib\/axios\.js/, by: stub("status-names.ts") },
  { source: "resize-observer-polyfill", importer: /./, by: stub("resize-observer.ts") },
  { source: "rc-util/es/getScrollBarSize", importer: /rc-table\/es\//, by: stub("scrollbar-size.ts") },
  { source: "./hooks/useFilter", importer: TABLE, by: stub("table-filter.ts") },
  { source: "./hooks/useSorter", importer: TABLE, by: stub("table-sorter.ts") },
  { source: "./hooks/useSelection", importer: TABLE, by: stub("table-selection.ts") },
  { source: "../spin", importer: TABLE, by: stub("table-spin.ts") },
  { source: "../config-provider/defaultRenderEmpty", importer: TABLE, by: stub("left-out.ts") },
  { source: "../pagination", importer: TABLE, by: stub("table-pagination.ts") },
  { source: "./RcTable/VirtualTable", importer: TABLE, by: stub("left-out.ts") },
  ...["bordered", "expand", "filter", "fixed", "pagination", "rtl", "selection", "sorter", "sticky", "summary", "virtual"].map((part) => ({ source: `./${part}`, importer: /antd\/es\/table\/style\//, by: stub("no-style.ts") })),
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
