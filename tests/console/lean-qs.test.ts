import { parseTableParams, stringifyTableParams, type CrudFilter } from "@refinedev/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import lean from "#console/build/stubs/qs.ts";
import { writeListAddress } from "#console/ui/list-address.ts";
import { readView } from "#console/ui/use-paged-list.ts";

const field = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9.]{0,8}$/);
const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[\u0000\ud800-\udfff]/.test(text));
const order = fc.record({ field, order: fc.constantFrom("asc" as const, "desc" as const) });
const filters = fc.array(fc.record({ field, operator: fc.constantFrom("eq" as const, "in" as const), value: fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 4 })) }), { maxLength: 4 });

test("the build's small reader of addresses agrees with the original on every list state Refine writes", () => {
  fc.assert(
    fc.property(fc.record({ currentPage: fc.integer({ min: 1, max: 500 }), sorters: fc.array(order, { maxLength: 3 }), filters }), (state) => {
      const clean = state.filters.map((one) => ({ ...one, value: typeof one.value === "string" ? one.value.replace(/[%&=+#]/g, "_") : one.value.map((text) => text.replace(/[%&=+#]/g, "_")) }));
      const address = `?${stringifyTableParams({ pagination: { currentPage: state.currentPage, pageSize: 30 }, sorters: state.sorters, filters: clean as CrudFilter[] })}`;
      const original = parseTableParams(address);
      const small = lean.parse(address, { ignoreQueryPrefix: true });
      expect(small.currentPage).toBe(String(original.parsedCurrentPage));
      expect(small.sorters ?? []).toEqual(original.parsedSorter);
      expect(small.filters ?? []).toEqual(original.parsedFilters);
      expect(lean.parse(lean.stringify({ currentPage: "2", filters: clean }))).toEqual({ currentPage: "2", ...(clean.length > 0 ? { filters: clean } : {}) });
    }),
  );
});

test("a view of a list survives its own address, whatever the person typed into the filters", () => {
  const view = fc.record({ page: fc.integer({ min: 1, max: 999 }), perPage: fc.constantFrom(10, 30, 100), order, filters: fc.dictionary(field, fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 })), { maxKeys: 4 }) });
  fc.assert(
    fc.property(view, (seen) => {
      const address = writeListAddress("?tab=rows", seen, { order: null, perPage: 30 });
      expect(address).toContain("tab=rows");
      const read = readView(address, null, 30);
      expect({ ...read, filters: { ...read.filters } }).toEqual({ ...seen, filters: { ...seen.filters } });
    }),
  );
});

test("an address cannot reach the prototype of objects", () => {
  lean.parse("__proto__[isAdmin]=1&a[__proto__][b]=1&constructor[prototype][x]=1");
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  expect(({} as Record<string, unknown>).b).toBeUndefined();
});
