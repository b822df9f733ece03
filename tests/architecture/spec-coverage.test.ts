import { readFileSync } from "node:fs";
import type { TObject, TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { type Endpoint, isFileAnswer, isMultipart } from "#contract/kernel/define-endpoints.ts";
import { NOTICE_FALLBACKS, NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { specList } from "./spec-list.ts";

const calls = specList("calls");
const addressOfCall = (one: { base?: string; method?: string; path?: string }) =>
  `${one.base} ${one.method} ${one.path}`;

/** Names of groups of fields. Source: specification §3. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "registration profile":
    "inn lastName firstName middleName noMiddleName gender email birthDate birthPlace citizenshipID passport registrationAddress bankName bankBik corAccountNumber accountNumber cardOwner cardNumber regionID secretWord activities".split(
      " ",
    ),
  "export filters": [
    "periodStart",
    "periodEnd",
    "jobTags",
    "projects",
    "jobs",
    "accountEmployees",
    "groupBy",
  ],
  "User (auth)": [
    "city",
    "accounts",
    "picture",
    "logoPicture",
    "name",
    "currentAccountID",
    "isWorkman",
  ],
};

function namedFields(cell: string): string[] {
  if (GROUPS[cell]) return [...GROUPS[cell]];
  return cell
    .replace(/\([^)]*\)/g, "")
    .replace(/^form data /, "")
    .replace(/^items:/, "")
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "")
    .flatMap((field) => GROUPS[field] ?? [field]);
}

function has(fields: readonly string[], named: string): boolean {
  if (named.endsWith("*")) return fields.some((field) => field.startsWith(named.slice(0, -1)));
  return fields.includes(named) || fields.some((field) => field.startsWith(`${named}[`));
}

const keysOf = (schema: TSchema | undefined) =>
  Object.keys((schema as TObject | undefined)?.properties ?? {});

function bodyFields(endpoint: Endpoint): string[] {
  if (isMultipart(endpoint.body))
    return [...Object.keys(endpoint.body.files), ...keysOf(endpoint.body.fields)];
  return keysOf(endpoint.body);
}

function answerFields(endpoint: Endpoint, cell: string): string[] {
  if (isFileAnswer(endpoint.answer)) return ["file"];
  if (!cell.startsWith("items:")) return keysOf(endpoint.answer);
  const items = (endpoint.answer as TObject).properties["items"] as TSchema & { items?: TSchema };
  return keysOf(items.items);
}

describe("the calls of the specification", () => {
  it("are 183 and each is exactly one endpoint of the contract", () => {
    expect(calls).toHaveLength(183);
    const counts = calls.map((call) => [
      addressOfCall(call),
      ALL_ENDPOINTS.filter((one) => addressOfCall(one) === addressOfCall(call)).length,
    ]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it.each(calls.map((call) => [addressOfCall(call), call] as const))(
    "%s has the fields the specification names",
    (address, call) => {
      const endpoint = ALL_ENDPOINTS.find((one) => addressOfCall(one) === address) as Endpoint;
      const missing = (cell: string, fields: string[]) =>
        namedFields(cell).filter((field) => !has(fields, field));
      expect(missing(call["query"] ?? "", keysOf(endpoint.query))).toEqual([]);
      expect(missing(call["body"] ?? "", bodyFields(endpoint))).toEqual([]);
      expect(missing(call["answer"] ?? "", answerFields(endpoint, call["answer"] ?? ""))).toEqual(
        [],
      );
    },
  );

  it("are the only endpoints that are not marked as added", () => {
    const spec = new Set(calls.map(addressOfCall));
    expect(
      ALL_ENDPOINTS.filter((one) => spec.has(addressOfCall(one)) === (one.added === true)).map(
        (one) => one.id,
      ),
    ).toEqual([]);
  });
});

describe("the catalogue of endpoints", () => {
  it("explains every added call in docs/added-calls.md", () => {
    const page = readFileSync(new URL("../../docs/added-calls.md", import.meta.url), "utf8");
    const listed = [...page.matchAll(/^- `([a-z-]+\.\w+)`/gm)].map(([, id]) => id);
    expect(listed.sort()).toEqual(
      ALL_ENDPOINTS.filter((one) => one.added)
        .map((one) => one.id)
        .sort(),
    );
  });

  it("has an id of its own for every endpoint", () => {
    expect(new Set(ALL_ENDPOINTS.map((one) => one.id)).size).toBe(ALL_ENDPOINTS.length);
  });

  it("has no two endpoints at one address", () => {
    const shapes = ALL_ENDPOINTS.map((one) =>
      addressOfCall({ ...one, path: one.path.replace(/\{\w+\}/g, "{}") }),
    );
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it("describes every parameter of every path, and no other", () => {
    const differing = ALL_ENDPOINTS.filter((one) => {
      const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return inPath.join() !== keysOf(one.params).join();
    });
    expect(differing.map((one) => one.id)).toEqual([]);
  });

  it("bounds every text, number and list a person may send", () => {
    const unbounded = ALL_ENDPOINTS.flatMap((one) =>
      [one.query, isMultipart(one.body) ? one.body.fields : one.body].flatMap((schema) =>
        unboundedIn(schema, one.id),
      ),
    );
    expect(unbounded).toEqual([]);
  });
});

describe("the notices of the specification", () => {
  const types = Object.entries(NOTICE_TYPES);

  it.each(specList("notices").map((line) => [line["event"] ?? "", line["side"] ?? ""]))(
    "«%s» is a type shown to %s",
    (event, side) => {
      if (Object.hasOwn(NOTICE_FALLBACKS, event)) return;
      const found = types.filter(([, type]) => type.event === event);
      expect(found.map(([, type]) => type.side)).toEqual([side]);
    },
  );

  it("have a class path whose last segment is their name", () => {
    expect(types.filter(([name, type]) => type.id.split("\\").at(-1) !== name)).toEqual([]);
  });
});

/** Unbounded places of a request's schema. */
function unboundedIn(schema: TSchema | undefined, at: string): string[] {
  if (!schema) return [];
  const one = schema as Record<string, unknown>;
  const children = Object.entries((one["properties"] ?? {}) as Record<string, TSchema>).flatMap(
    ([name, child]) => unboundedIn(child, `${at}.${name}`),
  );
  const members = ((one["anyOf"] ?? []) as TSchema[]).flatMap((child) => unboundedIn(child, at));
  const items = one["items"] ? unboundedIn(one["items"] as TSchema, `${at}[]`) : [];
  const values = Object.values((one["patternProperties"] ?? {}) as Record<string, TSchema>).flatMap(
    (child) => unboundedIn(child, `${at}{}`),
  );
  const isUnbounded =
    (one["type"] === "string" &&
      !["maxLength", "enum", "const", "pattern", "format"].some((key) => key in one)) ||
    ((one["type"] === "integer" || one["type"] === "number") && one["maximum"] === undefined) ||
    (one["type"] === "array" && one["maxItems"] === undefined);
  return [...(isUnbounded ? [at] : []), ...children, ...members, ...items, ...values];
}
