import { expect, test } from "vitest";
import { circlesOfRooms, closuresOfRoutes, staticImports } from "./import-graph.ts";

const graph = (imports: Record<string, readonly string[]>) => new Map(Object.entries(imports));

test("folders that import each other are a circle, although no two of their files do", () => {
  const circles = circlesOfRooms(
    graph({
      "src/contract/jobs/job.ts": ["src/contract/workmen/brief.ts"],
      "src/contract/workmen/workman.ts": ["src/contract/jobs/job.ts"],
      "src/contract/workmen/brief.ts": ["src/contract/kernel/fields.ts"],
    }),
  );
  expect(circles).toHaveLength(1);
  expect(circles[0]).toContain("src/contract/jobs src/contract/workmen");
  expect(circles[0]).toContain("src/contract/workmen/workman.ts → src/contract/jobs/job.ts");
});

test("two nouns of the server are two folders, its uppermost files stand for themselves", () => {
  const imports = {
    "src/server/modules.ts": ["src/server/modules/jobs/index.ts"],
    "src/server/modules/jobs/index.ts": ["src/server/modules/workmen/index.ts"],
    "src/server/modules/workmen/index.ts": ["src/server/product-events.ts"],
  };
  expect(circlesOfRooms(graph(imports))).toEqual([]);
  const back = { ...imports, "src/server/product-events.ts": ["src/server/modules/jobs/index.ts"] };
  expect(circlesOfRooms(graph(back))).toHaveLength(1);
});

test("a route stands on what it imports directly or not, but not on what it loads lazily", () => {
  const dependency = (resolved: string, dynamic = false) => ({ resolved, dynamic });
  const imports = staticImports([
    {
      source: "src/server/modules/jobs/job-routes.ts",
      dependencies: [
        dependency("src/server/data/clock.ts"),
        dependency("node_modules/pg/index.js"),
      ],
    },
    {
      source: "src/server/data/clock.ts",
      dependencies: [dependency("src/contract/values/money.ts"), dependency("src/lazy.ts", true)],
    },
  ]);
  expect(closuresOfRoutes(imports)).toEqual([
    { file: "src/server/modules/jobs/job-routes.ts", size: 2 },
  ]);
});
