import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { API_BASES, type ApiBase } from "#contract/kernel/api-bases.ts";
import { samplesOf } from "#tests/support/guide-samples.ts";
import { ColumnChoices } from "#contract/registries/file-reading.ts";
import { isMultipart } from "#contract/kernel/define-endpoints.ts";
import { CALL_EXAMPLES } from "#server/http/openapi/call-examples.ts";
import { guideOf } from "#server/http/openapi/api-guide.ts";
import { describeBase } from "#server/http/openapi/openapi.ts";
import { TAG_TITLES } from "#server/http/openapi/tag-titles.ts";

const BASES = Object.keys(API_BASES) as ApiBase[];
/** What the compiler says of a folder with a `tsconfig.json`; empty: it compiles. */
async function compile(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    resolve("node_modules/typescript-native/lib/tsc.js"),
    "-p",
    folder,
  ]).catch((error: { stdout: string }) => error);
  return stdout;
}
/** As JSON, like an outside reader. */
const documentOf = (base: ApiBase) =>
  JSON.parse(JSON.stringify(describeBase(base, ALL_ENDPOINTS))) as OpenAPI3;

test.each(BASES)(
  "the document of %s passes the recommended rules of an independent linter",
  async (base) => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({
      source: JSON.stringify(documentOf(base)),
      absoluteRef: `${base}.json`,
      config,
    });
    // Eight paths of the specification differ only by a word in place of a number:
    // `/v1/account/users/{id}` and `/v1/account/{id}/company-name`.
    const own = problems.filter(({ ruleId }) => ruleId !== "no-ambiguous-paths");
    expect(
      own.map(
        ({ severity, ruleId, message, location }) =>
          `${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ""}`,
      ),
    ).toEqual([]);
  },
);

test("a client's types made of the documents compile with the quick start", async () => {
  const folder = resolve("node_modules/.cache/quick-start");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const base of BASES)
    await writeFile(
      join(folder, `${base}-api.d.ts`),
      astToString(await openapiTS(documentOf(base))),
    );
  await copyFile("tests/quick-start/quick-start.ts", join(folder, "quick-start.ts"));
  // With declarations, as any compiler reads them.
  const compilerOptions = {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["quick-start.ts"] }),
  );
  expect(await compile(folder)).toBe("");
}, 120_000);

test("the samples of the guide compile under strict TypeScript, its choices are taken", async () => {
  const guide = guideOf("open");
  const folder = resolve("node_modules/.cache/guide-samples");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "open-api.d.ts"), astToString(await openapiTS(documentOf("open"))));
  const samples = samplesOf(guide, "ts");
  expect(samples).toHaveLength(2);
  for (const [index, sample] of samples.entries())
    await writeFile(join(folder, `sample-${index}.ts`), `${sample}\nexport {};\n`);
  const compilerOptions = {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  expect(await compile(folder)).toBe("");
  const [choices] = samplesOf(guide, "json");
  expect([...Compile(ColumnChoices).Errors(JSON.parse(choices ?? "null"))]).toEqual([]);
}, 120_000);

test("every example of the reference is a body its call takes", () => {
  const faults = Object.entries(CALL_EXAMPLES).flatMap(([id, example]) => {
    const body = ALL_ENDPOINTS.find((one) => one.id === id)?.body;
    if (!body || isMultipart(body)) return [`${id} takes no JSON`];
    return [...Compile(body).Errors(example)].map(({ message }) => `${id}: ${message}`);
  });
  expect(faults).toEqual([]);
});

test("every noun has its words in the reference", () => {
  expect(
    [...new Set(ALL_ENDPOINTS.map(({ id }) => id.split(".")[0] as string))].filter(
      (noun) => !(noun in TAG_TITLES),
    ),
  ).toEqual([]);
});

test("the guide names every field whose moment is in seconds, and every field says what it is", () => {
  const seconds = new Set<string>();
  const silent = new Set<string>();
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { description, format, schema } = value as Record<string, unknown>;
    if (String(description).startsWith("Момент: секунды Unix")) seconds.add(name);
    if (format === "date-time" && description === undefined) silent.add(name);
    if (schema !== undefined) walk(schema, String((value as { name?: unknown }).name ?? name));
    for (const [key, inner] of Object.entries(value))
      walk(inner, ["properties", "anyOf", "items"].includes(key) || /^\d+$/.test(key) ? name : key);
    const { properties } = value as { properties?: Record<string, unknown> };
    for (const [key, inner] of Object.entries(properties ?? {})) walk(inner, key);
  };
  for (const base of BASES) walk(documentOf(base).paths, "");
  seconds.delete("schema");
  expect([...silent].sort()).toEqual([]);
  expect(seconds.size).toBeGreaterThan(3);
  expect([...seconds].filter((name) => !guideOf("open").includes(`\`${name}\``))).toEqual([]);
});
