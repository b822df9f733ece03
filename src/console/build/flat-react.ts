import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Public names of React's packages and the file behind each in production. */
const FILES: Readonly<Record<string, readonly [name: string, file: string]>> = {
  react: ["react", "react.production.js"],
  "react/jsx-runtime": ["react", "react-jsx-runtime.production.js"],
  "react-dom": ["react-dom", "react-dom.production.js"],
  "react-dom/client": ["react-dom", "react-dom-client.production.js"],
};
/** Asked for by Ant Design's parts where it is there; React 19 has it no more. */
const GONE: Readonly<Record<string, readonly string[]>> = { "react-dom.production.js": ["findDOMNode"] };
const OURS = /\/(react|react-dom)\/cjs\/[\w-]+\.production\.js$/;
const DIRECTIVE = /^"use strict";$/m;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly expression?: Node;
  readonly declarations?: readonly { readonly id: { readonly name: string }; readonly init: Node | null }[];
  readonly left?: Node;
  readonly right?: Node;
  readonly object?: { readonly name?: string };
  readonly property?: { readonly name: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly { readonly value: string }[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Turns React's files from CommonJS into modules. In their wrapper they are one function of 190 KB that nothing can be left out of, whose names
 * cannot be shortened together with ours, and which a browser that is asked for the stack of an error reads twice.
 */
export function flatReact(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: "flat-react",
    enforce: "pre",
    apply: "build",
    resolveId(source) {
      const found = FILES[source];
      return found ? join(dirname(resolve(`${found[0]}/package.json`)), "cjs", found[1]) : null;
    },
    transform(code, id) {
      if (!OURS.test(id)) return null;
      const statements = (this.parse(code) as unknown as { body: readonly Node[] }).body;
      const names: string[] = [];
      const edits = statements.flatMap((one) => importsOf(one) ?? exportOf(one, names) ?? []);
      const flat = edits.sort((a, b) => b.start - a.start).reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
      if (names.length === 0 || /\b(exports|require|module)\b[.(]/.test(flat)) this.error("React has changed: see src/console/build/flat-react.ts");
      const gone = (GONE[basename(id)] ?? []).map((name) => `export const ${name} = undefined;\n`);
      const exported = `${gone.join("")}export { ${names.map((name) => `e$${name} as ${name}`).join(", ")} };\nexport * as default from ${JSON.stringify(id)};\n`;
      return { code: flat.replace(DIRECTIVE, "") + exported, map: null, moduleSideEffects: false };
    },
  };
}

/** `var A = require("a"), b = 1;` as imports and what is left. */
function importsOf({ type, start, end, declarations = [] }: Node): Edit[] | null {
  if (type !== "VariableDeclaration" || !declarations.some(isRequired)) return null;
  if (!declarations.every(isRequired)) throw new Error("React has changed: a required module stands beside another variable");
  return [{ start, end, text: declarations.map(({ id, init }) => `import * as ${id.name} from "${init?.arguments?.[0]?.value}";`).join("\n") }];
}

function isRequired({ init }: { readonly init: Node | null }): boolean {
  return init?.type === "CallExpression" && init.callee?.name === "require";
}

/** `exports.a = …;` as a variable of the module, whose name is added to `names`. */
function exportOf({ type, expression }: Node, names: string[]): Edit[] | null {
  const { left, property } = { left: expression?.left, property: expression?.left?.property };
  if (type !== "ExpressionStatement" || expression?.type !== "AssignmentExpression" || left?.object?.name !== "exports" || !property) return null;
  names.push(property.name);
  return [{ start: left.start, end: left.end, text: `const e$${property.name}` }];
}
