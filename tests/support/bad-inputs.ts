import type { TSchema } from "typebox";
import { isMultipart, type Multipart } from "#contract/kernel/define-endpoints.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { sampleOf } from "#tests/support/sample-of.ts";
import type { SeededRandom } from "#tests/support/seeded-random.ts";

/** An endpoint of contract or sandbox. */
export interface FuzzedCall {
  readonly id: string;
  readonly method: string;
  /** With the prefix of its base. */
  readonly path: string;
  readonly params?: TSchema | undefined;
  readonly query?: TSchema | undefined;
  readonly body?: TSchema | Multipart | undefined;
}

export interface BadRequest {
  /** `nul in query.search`. */
  readonly what: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: Buffer | undefined;
}

/** In each form a place needs. */
interface BadValue {
  readonly json: string;
  readonly url: string;
  readonly bytes: Buffer;
}

const text = (value: string): BadValue => ({
  json: JSON.stringify(value),
  url: encodeURIComponent(value),
  bytes: Buffer.from(value),
});
const literal = (json: string): BadValue => ({
  json,
  url: encodeURIComponent(json),
  bytes: Buffer.from(json),
});

/** Source: `reliability.md` R8. */
const VALUES: Readonly<Record<string, (random: SeededRandom) => BadValue>> = {
  nul: () => ({ json: '"a\\u0000b"', url: "a%00b", bytes: Buffer.from("a\0b") }),
  "lone surrogate": () => ({
    json: '"a\\ud800b"',
    url: "a%ED%A0%80b",
    bytes: Buffer.from([0x61, 0xed, 0xa0, 0x80]),
  }),
  "bad UTF-8": () => ({
    json: '"\\udfff"',
    url: "%C3%28%FF",
    bytes: Buffer.from([0xc3, 0x28, 0xff]),
  }),
  "array for a value": (random) => literal(random.pick(["[]", "[1,2]", '[["a"]]', "[null]"])),
  "object for a value": (random) =>
    literal(random.pick(["{}", '{"a":1}', '{"toString":1,"length":-1}'])),
  null: () => literal("null"),
  "past 2^53": (random) =>
    literal(
      random.pick([
        "9007199254740993",
        "9223372036854775808",
        "18446744073709551616",
        "99999999999999999999999999",
      ]),
    ),
  "past int4": (random) => literal(random.pick(["2147483648", "4294967296", "9007199254740991"])),
  negative: (random) => literal(random.pick(["-1", "-0", "-0.01", "-2147483649"])),
  "NaN text": (random) =>
    text(random.pick(["NaN", "Infinity", "-Infinity", "undefined", "0x10", "1e3"])),
  "1e308": (random) => literal(random.pick(["1e308", "-1e308", "1e400", "1e-320"])),
  fraction: (random) => literal(random.pick(["1.5", "0.001", "10.999", "1.0000000000000002"])),
  "wrong type": (random) => literal(random.pick(["true", "false", '"абв"', "12", '"12abc"', "0"])),
  "bad date": (random) =>
    text(
      random.pick([
        "2026-02-30",
        "0000-00-00",
        "2026-13-01",
        "+275760-09-13T00:00:00Z",
        "99999-01-01",
        "2026-10-15T25:61:61Z",
        "1970-01-01T00:00:00-99:99",
        "15.10.2026",
        "4713-01-01 BC",
      ]),
    ),
  "RTL and zero width": () => text("\u202e\u200b\ufeff\u0301ab\u2028"),
  "10,000 characters": (random) => text(random.pick(["я", "0", "😀", "'"]).repeat(10_000)),
  empty: () => text(""),
  blank: (random) => text(random.pick([" ", "   ", "\t\n", "\u00a0"])),
  "SQL words": (random) =>
    text(
      random.pick([
        "' OR 1=1 --",
        "\\",
        "%_%",
        "$1",
        "1; DROP TABLE people",
        "{1,2}",
        "infinity",
        "NULL",
        "::int",
        "1,2,{",
      ]),
    ),
  markup: (random) =>
    text(
      random.pick([
        "<script>alert(1)</script>",
        "${7*7}{{7*7}}",
        "=1+1",
        "../../etc/passwd",
        "%s%n",
        "\r\nSet-Cookie: a=b",
      ]),
    ),
};

const STRUCTURES = [
  "repeated key",
  "missing field",
  "__proto__",
  "deep nesting",
  "2 MB",
  "broken bytes in the body",
  "broken JSON",
  "another content type",
  "unknown field",
  "broken percent",
  "odd Idempotency-Key",
] as const;

export const BAD_INPUT_CLASSES: readonly string[] = [...Object.keys(VALUES), ...STRUCTURES];

const MARK = "\u0001here\u0001";

/** One fault, the rest valid. Files are tiny. */
export function makeBadRequest(
  call: FuzzedCall,
  random: SeededRandom,
  className = random.pick(BAD_INPUT_CLASSES),
): BadRequest {
  const draft = new Draft(call);
  const value = Object.hasOwn(VALUES, className) ? VALUES[className] : undefined;
  const place = value
    ? draft.spoil(value(random), random)
    : draft.disturb(className as (typeof STRUCTURES)[number], random);
  return { what: `${className} in ${place}`, ...draft.build() };
}

type Place =
  | { readonly part: "params" | "query" | "fields"; readonly name: string }
  | { readonly part: "body"; readonly path: readonly (string | number)[] };

class Draft {
  readonly #call: FuzzedCall;
  readonly #params: Map<string, string>;
  readonly #query: [string, string][];
  readonly #form: Record<string, string | { fileName: string; data: Buffer | string }> | undefined;
  #body: unknown;
  #json: ((text: string) => Buffer) | undefined;
  #spoilForm: (form: Buffer) => Buffer = (form) => form;
  #headers: Record<string, string> = {};

  constructor(call: FuzzedCall) {
    this.#call = call;
    const encoded = (schema: TSchema | undefined) =>
      Object.entries((schema ? sampleOf(schema) : {}) as Record<string, unknown>).map(
        ([name, one]): [string, string] => [name, encodeURIComponent(String(one))],
      );
    this.#params = new Map(encoded(call.params));
    this.#query = encoded(call.query);
    if (isMultipart(call.body)) {
      const fields = (call.body.fields ? sampleOf(call.body.fields) : {}) as Record<
        string,
        unknown
      >;
      const files = Object.keys(call.body.files).map(
        (name) => [name, { fileName: "registry.csv", data: "ФИО;ИНН\n" }] as const,
      );
      this.#form = {
        ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, String(one)])),
        ...Object.fromEntries(files),
      };
    } else if (call.body) this.#body = sampleOf(call.body);
  }

  /** @returns the place in words. */
  spoil(bad: BadValue, random: SeededRandom): string {
    const place = random.pick(this.#places());
    switch (place.part) {
      case "params":
        this.#params.set(place.name, bad.url);
        return `path.${place.name}`;
      case "query": {
        const pair = this.#query.find(([name]) => name === place.name);
        if (pair) pair[1] = bad.url;
        else this.#query.push([place.name, bad.url]);
        return `query.${place.name}`;
      }
      case "fields":
        if (this.#form) this.#form[place.name] = bad.bytes.toString("latin1");
        return `form.${place.name}`;
      case "body":
        this.#body = replaced(this.#body, place.path, MARK);
        this.#json = (json) => Buffer.from(json.replace(JSON.stringify(MARK), () => bad.json));
        return `body.${place.path.join(".")}`;
    }
  }

  disturb(what: (typeof STRUCTURES)[number], random: SeededRandom): string {
    switch (what) {
      case "repeated key": {
        const name = random.pick([...this.#query.map(([key]) => key), "page"]);
        this.#query.push([name, "1"], [name, "2"], [`${name}[]`, "3"], [`${name}[a]`, "4"]);
        return `query.${name}`;
      }
      case "missing field": {
        const names =
          typeof this.#body === "object" && this.#body !== null ? Object.keys(this.#body) : [];
        if (names.length === 0) {
          this.#body = undefined;
          this.#query.splice(0);
          return "everything";
        }
        const gone = random.pick(names);
        this.#body = Object.fromEntries(
          Object.entries(this.#body as object).filter(([name]) => name !== gone),
        );
        return `body.${gone}`;
      }
      case "__proto__": {
        const key = random.pick(["__proto__", "constructor", "prototype", "toString"]);
        this.#query.push([key, "1"], [`${key}[isAdmin]`, "true"]);
        this.#json = (json) =>
          Buffer.from(
            json === ""
              ? json
              : `{"${key}":{"isAdmin":true,"prototype":{"role":"OWNER"}},${json.replace(/^\{/, "").replace(/^\}$/, '"a":1}')}`,
          );
        return `body and query: ${key}`;
      }
      case "deep nesting": {
        const deep = random.pick([
          ["[", "]"],
          ['{"a":', "}"],
        ] as const);
        const inner = `${deep[0].repeat(3000)}1${deep[1].repeat(3000)}`;
        this.#query.push([`a${"[b]".repeat(200)}`, "1"]);
        this.#json = (json) =>
          Buffer.from(
            json.startsWith("{") && json.length > 2
              ? json.replace(/^\{"([^"]*)":/, (_, name: string) => `{"${name}":${inner},"rest":`)
              : inner,
          );
        return "the first field";
      }
      case "2 MB":
        if (this.#form) this.#form["title"] = "x".repeat(2_000_000);
        this.#json = () => Buffer.from(JSON.stringify({ text: "x".repeat(2_000_000) }));
        return "body";
      case "broken bytes in the body":
        this.#spoilForm = (form) =>
          Buffer.concat([
            form.subarray(0, form.length >> 1),
            Buffer.from([0xc3, 0x28, 0xff, 0x00]),
            form.subarray(form.length >> 1),
          ]);
        this.#json = (json) =>
          Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff, 0xfe])]);
        return "body";
      case "broken JSON":
        this.#spoilForm = (form) =>
          form.subarray(0, random.pick([0, 1, 40, form.length >> 1, form.length - 3]));
        this.#json = (json) =>
          Buffer.from(
            random.pick([
              json.slice(0, -1),
              "{",
              "",
              "null",
              '"text"',
              "[]",
              "{'a':1}",
              "{}{}",
              "\ufeff{}",
              "12",
            ]),
          );
        return "body";
      case "another content type":
        this.#headers["content-type"] = random.pick([
          "text/plain",
          "application/xml",
          "multipart/form-data",
          "multipart/form-data; boundary=",
          `multipart/form-data; boundary=${"x".repeat(300)}`,
          "application/json; charset=windows-1251",
          "application/x-www-form-urlencoded",
          "/",
        ]);
        return "headers";
      case "unknown field":
        this.#query.push(["state", "PAID"], ["roleID", "OWNER"]);
        this.#json = (json) =>
          Buffer.from(
            json.replace(
              /^\{(?=")/,
              '{"id":1,"accountID":2,"balance":1000000,"permissions":["account.delete"],',
            ),
          );
        return "body and query";
      case "broken percent":
        if (this.#params.size > 0 && random.below(2) === 0) {
          for (const name of this.#params.keys())
            this.#params.set(
              name,
              random.pick(["%ZZ", "%", "%2", "%u0041", "..%2f..%2f", "a%0d%0ab"]),
            );
          return "path";
        }
        this.#query.push(
          ["search", random.pick(["%ZZ", "%", "%E0%A4%A", "%C0%AF"])],
          ["%", "1"],
          ["", ""],
        );
        return "query";
      case "odd Idempotency-Key":
        this.#headers["idempotency-key"] = random.pick([
          "",
          "short",
          "x".repeat(300),
          "ключ из букв".normalize("NFD").replace(/[^\x20-\x7e]/g, "?"),
          "a b c d e f g h",
          "'; DROP TABLE people; --",
        ]);
        return "headers";
    }
  }

  build(): Omit<BadRequest, "what"> {
    const path = this.#call.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => this.#params.get(name) ?? "1",
    );
    const query = this.#query.map(([name, one]) => `${name}=${one}`).join("&");
    const url = query === "" ? path : `${path}?${query}`;
    if (this.#form) {
      const form = multipartForm(this.#form);
      return {
        url,
        headers: { ...form.headers, ...this.#headers },
        payload: this.#spoilForm(form.payload),
      };
    }
    if (this.#call.method === "GET") return { url, headers: this.#headers, payload: undefined };
    const json = this.#body === undefined ? "" : JSON.stringify(this.#body);
    const payload = this.#json ? this.#json(json) : Buffer.from(json);
    return {
      url,
      headers: {
        ...(payload.length > 0 ? { "content-type": "application/json" } : {}),
        ...this.#headers,
      },
      payload: payload.length > 0 ? payload : undefined,
    };
  }

  #places(): Place[] {
    const names = (part: "params" | "query", all: Iterable<string>): Place[] =>
      [...all].map((name) => ({ part, name }));
    const fields: Place[] = Object.entries(this.#form ?? {}).flatMap(([name, one]) =>
      typeof one === "string" ? [{ part: "fields", name } as const] : [],
    );
    const body: Place[] =
      this.#body === undefined ? [] : pathsOf(this.#body).map((path) => ({ part: "body", path }));
    const places = [
      ...names("params", this.#params.keys()),
      ...names(
        "query",
        this.#query.map(([name]) => name),
      ),
      ...fields,
      ...body,
    ];
    return places.length > 0 ? places : [{ part: "query", name: "page" }];
  }
}

/** Every value inside a JSON value, itself included. */
function pathsOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (Array.isArray(value))
    return [path, ...value.flatMap((one, index) => pathsOf(one, [...path, index]))];
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]))];
}

function replaced(
  value: unknown,
  [first, ...rest]: readonly (string | number)[],
  by: unknown,
): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value))
    return value.map((one, index) => (index === first ? replaced(one, rest, by) : one));
  return {
    ...(value as object),
    [first]: replaced((value as Record<string, unknown>)[first], rest, by),
  };
}
