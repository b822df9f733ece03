import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { IdList, readQueryLists } from "#contract/kernel/query-lists.ts";

const query = Type.Object({ jobIDs: Type.Optional(IdList), search: Type.Optional(Type.String()) });

describe("a list in a query", () => {
  it.each([
    ["repeated keys", { jobIDs: ["1", "2"] }],
    ["keys with brackets", { "jobIDs[]": ["1", "2"] }],
    ["one value with commas", { jobIDs: "1, 2" }],
    ["both at once", { jobIDs: ["1,2", ""] }],
  ])("may be written with %s", (_, raw) => {
    expect(readQueryLists(query, raw)).toEqual({ jobIDs: ["1", "2"] });
  });

  it("leaves commas in other fields alone", () => {
    expect(readQueryLists(query, { search: "уборка, мойка" })).toEqual({ search: "уборка, мойка" });
  });

  it("is an empty list when it is written empty, and absent when it is not written", () => {
    expect(readQueryLists(query, { jobIDs: "" })).toEqual({ jobIDs: [] });
    expect(readQueryLists(query, {})).toEqual({});
  });
});
