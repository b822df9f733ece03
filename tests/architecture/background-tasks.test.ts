import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Tasks that lease by hand. The list only shrinks: new tasks use `itemTask`, `outsideTask` or
 * `callTask`.
 */
const BY_HAND: readonly string[] = [
  "src/server/modules/invoices/tasks/read-statement.ts",
  "src/server/modules/registries/setting-aside.ts",
  "src/server/modules/registries/workman/send-links-task.ts",
  "src/server/money/bank-orders/late-returns-task.ts",
  "src/server/money/bank-orders/order-tasks.ts",
  "src/server/money/bank-orders/reconcile-task.ts",
  "src/server/money/receipts/receipt-work.ts",
];

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
  expect(made).toEqual(BY_HAND);
});
