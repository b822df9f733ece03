import { resolve } from "node:path";
import type { Plugin } from "vite";

const stub = (name: string) => resolve(import.meta.dirname, "stubs", name);

/** Package → what stands for it, and whose import is meant; `any` replaces it everywhere. Source: console-notes §2.3, 50 KiB of brotli. */
const REPLACED: Readonly<Record<string, { readonly by: string; readonly inside: RegExp | "any" }>> = {
  "@refinedev/devtools-internal": { by: stub("devtools.ts"), inside: "any" },
  "react-markdown": { by: stub("markdown.ts"), inside: "any" },
  "remark-gfm": { by: stub("markdown.ts"), inside: "any" },
  "@ant-design/pro-layout": { by: stub("page-header.tsx"), inside: "any" },
  // Our own worker uses the real one.
  papaparse: { by: stub("papaparse.ts"), inside: /node_modules\/@refinedev\// },
  pluralize: { by: stub("pluralize.ts"), inside: /node_modules\/@refinedev\// },
};

/** Leaves out what Refine's packages import and the console never runs. */
export function leanPackages(): Plugin {
  return {
    name: "lean-packages",
    enforce: "pre",
    resolveId(source, importer) {
      const replaced = REPLACED[source];
      if (!replaced || !importer) return null;
      return replaced.inside === "any" || replaced.inside.test(importer) ? replaced.by : null;
    },
  };
}
