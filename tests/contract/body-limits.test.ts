import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { isMultipart, JSON_BODY_BYTES } from "#contract/kernel/define-endpoints.ts";

type Shape = TSchema & {
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  type?: string;
  items?: Shape;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
};

/** Bytes of a schema's largest JSON, two a letter. */
function largestOf(schema: Shape): number {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(largestOf));
  if (schema.enum) return Math.max(...schema.enum.map((one) => JSON.stringify(one).length));
  if (schema.const !== undefined) return JSON.stringify(schema.const).length;
  if (schema.type === "string") return 2 + 2 * (schema.maxLength ?? 40);
  if (schema.type === "array")
    return 2 + (schema.maxItems ?? Infinity) * (1 + largestOf(schema.items as Shape));
  const named = Object.values(schema.patternProperties ?? {})[0];
  if (named) return (schema.maxProperties ?? Infinity) * (100 + largestOf(named));
  if (schema.type === "object")
    return Object.entries(schema.properties ?? {}).reduce(
      (sum, [name, inner]) => sum + name.length + 4 + largestOf(inner),
      2,
    );
  return schema.type === "integer" ? 12 : 20;
}

const withJson = ALL_ENDPOINTS.filter((one) => one.body !== undefined && !isMultipart(one.body));

test("every call takes the largest body its own schema lets through", () => {
  const refused = withJson
    .filter((one) => largestOf(one.body as Shape) > (one.maxBodyBytes ?? JSON_BODY_BYTES))
    .map((one) => one.id);
  expect(refused).toEqual([]);
});

test("a larger body is named by calls that need it only, and by none a guest may make", () => {
  const named = withJson.filter((one) => one.maxBodyBytes !== undefined);
  expect(
    named
      .filter((one) => one.access === "public" || largestOf(one.body as Shape) <= JSON_BODY_BYTES)
      .map((one) => one.id),
  ).toEqual([]);
  expect(Math.max(...named.map((one) => one.maxBodyBytes ?? 0))).toBeLessThanOrEqual(1024 * 1024);
});
