import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "#server/data/advisory-locks.ts";

test("no two advisory locks share a number", () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("every advisory lock is taken through the catalogue", () => {
  const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const taken = files.filter((name) =>
    /pg_(try_)?advisory/.test(readFileSync(join("src/server", name), "utf8")),
  );
  expect(taken.sort()).toEqual(["data/advisory-locks.ts", "data/migrate.ts"]);
});
