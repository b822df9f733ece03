import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * Functions of React Router that do nothing in the cabinet, which has no loaders, and what is left of them: links prefetch by `usePrefetch` of our own, pages
 * that break are caught by `PageErrors`.
 */
const BODIES: Readonly<Record<string, string>> = {
  PrefetchPageLinks: "{ return null; }",
  usePrefetchBehavior: "{ return [false, null, {}]; }",
  useViewTransitionState: "{ return false; }",
  RSCErrorHandler: "{ return children; }",
  DefaultErrorComponent: "{ return null; }",
};
const PACKAGES: Readonly<Record<string, string>> = { "react-router": "index.mjs", "react-router/dom": "dom-export.mjs" };
const CORE = /react-router\/dist\/production\/chunk-[\w]+\.mjs$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string };
  readonly body?: unknown;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

/** Takes React Router's production files, which its package does not name to bundlers, and leaves out what only its framework mode, data routers and forms run, and what it says to developers. */
export function leanRouter(): Plugin {
  const production = join(dirname(createRequire(import.meta.url).resolve("react-router/package.json")), "dist/production");
  return {
    name: "lean-router",
    enforce: "pre",
    apply: "build",
    resolveId(source) {
      const file = PACKAGES[source];
      return file ? join(production, file) : null;
    },
    transform(code, id) {
      if (!CORE.test(id)) return null;
      const statements = (this.parse(code) as unknown as { body: readonly Node[] }).body;
      const functions = statements.flatMap((one) => {
        const by = one.type === "FunctionDeclaration" ? BODIES[one.id?.name ?? ""] : undefined;
        return by ? [{ ...(one.body as Node), by }] : [];
      });
      // The package has a second such file, for data and routes, with none of them.
      if (functions.length === 0) return null;
      if (functions.length !== Object.keys(BODIES).length) this.error("React Router has changed: see src/console/build/lean-router.ts");
      const left = functions.map(({ start, end }) => [start, end] as const);
      const messages = callsOf(statements, "invariant")
        .flatMap(({ arguments: [rule, message] = [] }) => (rule && message ? [{ start: rule.end, end: message.end, by: "" }] : []))
        .filter((one) => !left.some(([start, end]) => one.start >= start && one.end <= end));
      const lean = [...functions, ...messages].sort((a, b) => b.start - a.start).reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code);
      return { code: withoutNames(lean), map: null, moduleSideEffects: false };
    },
  };
}

/** Calls of a function anywhere below: `invariant` explains to developers what a route of theirs gets wrong, and ours are compiled. */
function callsOf(tree: unknown, name: string): Node[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => callsOf(one, name));
  if (typeof tree !== "object" || tree === null) return [];
  const node = tree as Node;
  const below = Object.values(tree).flatMap((one) => callsOf(one, name));
  return node.type === "CallExpression" && node.callee?.name === name ? [node, ...below] : below;
}

/** Names of components for React's devtools keep every component and context in the bundle, used or not. */
function withoutNames(code: string): string {
  return code.replace(/^[\w.]+\.displayName = .*;$/gm, "").replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, "$1/* @__PURE__ */ $2");
}
