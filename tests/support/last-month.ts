import { makeDemoMonth, type DemoMonth } from "#server/seed/demo-month.ts";
import type { DemoApp } from "./demo-app.ts";

const DAY_MS = 86_400_000;

/** A company's last month with the platform's act of it, which is made a day after the month. */
export async function lastMonth(demo: DemoApp, workmen: number): Promise<DemoMonth> {
  const month = await makeDemoMonth(demo, demo.app, { workmen, seed: 15 });
  demo.clock.advance(DAY_MS);
  await demo.runTasksUntilIdle();
  return month;
}
