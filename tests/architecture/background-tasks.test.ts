import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const RUNNER = ["src/server/work/item-task.ts", "src/server/work/outside-task.ts"];

test("every background task is made by the runner, which sets aside what cannot be done", () => {
  const made = readdirSync("src/server", { recursive: true, encoding: "utf8" })
    .map((path) => `src/server/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !RUNNER.includes(path))
    .filter((path) => {
      const source = readFileSync(path, "utf8");
      return (
        /\bidleMs: /.test(source) &&
        /\brun(:|\()/.test(source) &&
        !/interface BackgroundTask\b/.test(source)
      );
    })
    .sort();
  // A task is made by `itemTask`, `outsideTask` or `callTask`.
  expect(made).toEqual([]);
});
