import type { Plugin } from "vite";

/** What the console reads of an endpoint: id, base, method, path, access, idempotent and whether there is a body. */
const SERVER_ONLY = new Set(["summary", "params", "query", "answer", "added"]);

/** Functions of the contract that make a schema or an enumeration and change nothing else, beside `Type.…`. */
const SCHEMA_BUILDERS = new Set(["definitionOf", "defineEnumeration", "fileAnswer", "itemsOf", "listOf", "nullable", "queryList", "sorting", "text"]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Takes out of the contract what only the server and its reference pages read: schemas and sentences of calls. Types are gone by then anyway; what
 * the schemas alone imported goes with them.
 */
export function leanEndpoints(): Plugin {
  return {
    name: "lean-endpoints",
    enforce: "post",
    apply: "build",
    transform(code, id) {
      if (!/\/src\/contract\/.*\.ts$/.test(id)) return null;
      // The contract is pure data and pure functions: a module nobody needs any more may go.
      // So may a schema that only the server reads.
      const pure = (text: string) => ({ code: markSchemas(text, this.parse(text) as unknown as Node), map: null, moduleSideEffects: false });
      if (!id.endsWith("-endpoints.ts")) return pure(code);
      const cuts: { start: number; end: number; by: string }[] = [];
      visit(this.parse(code) as unknown as Node, (description) => {
        const properties = description.properties as readonly Node[];
        properties.forEach((property, index) => {
          const name = nameOf(property);
          const next = properties[index + 1];
          if (SERVER_ONLY.has(name)) cuts.push({ start: property.start, end: next ? next.start : property.end, by: "" });
          else if (name === "body" && isSchema(property.value as Node)) cuts.push({ start: property.start, end: property.end, by: "body: true" });
        });
      });
      const lean = cuts.sort((a, b) => b.start - a.start).reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code);
      return pure(withoutUnusedImports(lean, this.parse(lean) as unknown as Node));
    },
  };
}

/** Imports whose every name went with the schemas: they would tie the modules of the schemas to whoever makes the call. */
function withoutUnusedImports(code: string, program: Node): string {
  const imports = (program.body as readonly Node[]).filter(({ type }) => type === "ImportDeclaration");
  const unused = imports.filter(({ specifiers }) => (specifiers as readonly Node[]).every((one) => (code.match(new RegExp(`\\b${String((one.local as Node).name)}\\b`, "g")) ?? []).length < 2));
  return unused.reverse().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}

/** Says of every call that makes a schema that it may be left out when nobody uses what it makes. */
function markSchemas(code: string, program: Node): string {
  const starts: number[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (isNode(node)) {
      if (node.type === "CallExpression" && isBuilder(node.callee as Node)) starts.push(node.start);
      Object.values(node).forEach((inner) => typeof inner === "object" && walk(inner));
    }
  };
  walk(program);
  return starts.sort((a, b) => b - a).reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code);
}

function isBuilder(callee: Node): boolean {
  if (callee.type === "MemberExpression") return (callee.object as Node).name === "Type";
  return SCHEMA_BUILDERS.has(String(callee.name));
}

/** Calls `handle` with every object that describes an endpoint: it has a base, a method and a path. */
function visit(node: unknown, handle: (description: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, handle);
  else if (isNode(node)) {
    const names = node.type === "ObjectExpression" ? (node.properties as readonly Node[]).map(nameOf) : [];
    if (names.includes("base") && names.includes("method") && names.includes("path")) handle(node);
    else for (const inner of Object.values(node)) if (typeof inner === "object") visit(inner, handle);
  }
}

/** `Type.Object({…})` written in place, or a schema by its name, which is that of a type; any other name may be a multipart description, which the console needs. */
function isSchema(value: Node): boolean {
  if (value.type === "Identifier") return /^[A-Z]/.test(String(value.name));
  const callee = value.type === "CallExpression" ? (value.callee as Node) : null;
  return callee?.type === "MemberExpression" && (callee.object as Node).name === "Type";
}

function nameOf(property: Node): string {
  return property.type === "Property" ? String((property.key as Node).name ?? (property.key as Node).value) : "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
