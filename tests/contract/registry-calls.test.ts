import { describe, expect, it } from "vitest";
import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { registryItemFields, RegistryInfo } from "#contract/registries/registry.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import {
  workmanRegistrationRegistryEndpoints,
  workmanRegistryEndpoints,
} from "#contract/registries/workman-registry-endpoints.ts";

const KINDS = {
  job: jobRegistryEndpoints,
  workman: workmanRegistryEndpoints,
  "workman-registration": workmanRegistrationRegistryEndpoints,
  payroll: payrollRegistryEndpoints,
};
const SHARED = [
  "list",
  "get",
  "upload",
  "readFile",
  "readAgain",
  "createFromReading",
  "paste",
  "template",
  "items",
  "info",
  "errors",
  "errorsDownload",
  "file",
  "progress",
  "updateFile",
  "pasteRows",
  "updateItem",
  "deleteItem",
] as const;
const APPLYING = ["dryRun", "sendExecuteCode", "execute", "cancel", "download"] as const;

/** What handlers of all kinds rely on; states differ by kind. */
const inputsOf = (
  {
    method,
    params,
    query,
    body,
    idempotent,
  }: { method: string; params?: unknown; query?: unknown; body?: unknown; idempotent?: boolean },
  name: string,
) =>
  JSON.parse(
    JSON.stringify({
      method,
      params,
      body,
      idempotent,
      query: name === "items" ? Object.keys((query as { properties: object }).properties) : query,
    }),
  ) as unknown;

describe.each(["workman", "workman-registration", "payroll"] as const)(
  "the calls of a registry of %s",
  (kind) => {
    it.each(SHARED)("%s takes what the call of jobs takes", (name) => {
      expect(inputsOf(KINDS[kind][name], name)).toEqual(inputsOf(jobRegistryEndpoints[name], name));
    });

    it("answer rows and totals with the fields every kind has", () => {
      const item = (
        KINDS[kind].items.answer as unknown as {
          properties: { items: { items: { properties: object } } };
        }
      ).properties.items.items.properties;
      expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(registryItemFields)));
      expect(
        Object.keys((KINDS[kind].info.answer as unknown as { properties: object }).properties),
      ).toEqual(expect.arrayContaining(Object.keys(RegistryInfo.properties)));
    });
  },
);

describe.each(["workman", "workman-registration"] as const)(
  "a registry of %s is applied",
  (kind) => {
    it.each(APPLYING)("by %s as jobs are", (name) => {
      expect(inputsOf(KINDS[kind][name], name)).toEqual(inputsOf(jobRegistryEndpoints[name], name));
    });
  },
);

it("every kind names its columns once", () => {
  for (const { columns, values, totals } of Object.values(REGISTRY_KINDS)) {
    for (const keys of [
      columns.map(({ key }) => key as string),
      values.map(({ key }) => key),
      totals.map(({ key }) => key),
    ])
      expect(new Set(keys).size).toBe(keys.length);
  }
});
