/**
 * Stands for `qs` inside Refine's packages, which brings ten polyfills of old engines. Nested objects and lists in square brackets, as
 * Refine writes list states; a test compares it with the original.
 */
interface Nested {
  [key: string]: Value;
}
type Value = string | Value[] | Nested | undefined | null;

/** Deeper brackets than this are one key: nobody writes them by hand. */
const DEPTH = 10;

export function parse(text: string, options: { ignoreQueryPrefix?: boolean } = {}): Nested {
  const root: Nested = {};
  const query = options.ignoreQueryPrefix ? text.replace(/^\?/, "") : text;
  for (const part of query.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("]=") === -1 ? part.indexOf("=") : part.indexOf("]=") + 1;
    const name = decode(at === -1 ? part : part.slice(0, at));
    put(root, keysOf(name), at === -1 ? "" : decode(part.slice(at + 1)));
  }
  return toLists(root) as Nested;
}

interface StringifyOptions {
  addQueryPrefix?: boolean;
  skipNulls?: boolean;
  encode?: boolean;
  encodeValuesOnly?: boolean;
}

export function stringify(value: unknown, options: StringifyOptions = {}): string {
  const encode = options.encode === false ? String : encodeURIComponent;
  const encodeName = options.encode === false || options.encodeValuesOnly ? String : encodeURIComponent;
  const pairs: string[] = [];
  const write = (name: string, one: unknown) => {
    if (one === undefined || (one === null && options.skipNulls)) return;
    if (one !== null && typeof one === "object" && !(one instanceof Date)) {
      for (const [key, inner] of Object.entries(one)) write(name === "" ? key : `${name}[${key}]`, inner);
    } else {
      const text = one === null ? "" : one instanceof Date ? one.toISOString() : String(one);
      pairs.push(`${encodeName(name)}=${encode(text)}`);
    }
  };
  write("", value);
  const text = pairs.join("&");
  return options.addQueryPrefix && text !== "" ? `?${text}` : text;
}

export default { parse, stringify };

function keysOf(name: string): string[] {
  const first = name.indexOf("[");
  if (first <= 0) return [name];
  const keys = [name.slice(0, first)];
  const inner = /\[([^[\]]*)\]/g;
  for (let match = inner.exec(name); match && keys.length <= DEPTH; match = inner.exec(name)) keys.push(match[1] ?? "");
  return keys;
}

function put(root: Nested, keys: readonly string[], value: string): void {
  // Keys of the prototype are no data: they would change every object of the page.
  if (keys.some((key) => key === "__proto__" || key === "constructor" || key === "prototype")) return;
  let node = root;
  keys.slice(0, -1).forEach((key) => {
    const inner = node[key === "" ? "0" : key];
    const next = typeof inner === "object" && inner !== null ? (inner as Nested) : {};
    node[key === "" ? "0" : key] = next;
    node = next;
  });
  const last = keys.at(-1) ?? "";
  const key = last === "" ? String(Object.keys(node).length) : last;
  const before = node[key];
  node[key] = before === undefined || typeof before === "object" ? (Array.isArray(before) ? [...before, value] : value) : [before, value];
}

/** Objects whose keys are all numbers are lists, in the order of the numbers. */
function toLists(value: Value): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner) : Object.fromEntries(entries);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
