import { defineConfig } from "@playwright/test";
import { systemBrowser } from "../support/system-browser.ts";

/** They measure pauses, so they run alone. */
const MEASURING = /100 000 rows|pages do not move while they arrive/;
const WALKS = /walk-\w+\.spec\.ts/;

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  globalSetup: "./fill-demonstration.ts",
  // Each worker has its own product and keeps a core busy: a third saves a tenth of the time on two
  // cores and makes every page half as fast. Measurements run alone, in `npm run test:strained`.
  workers: 2,
  // As Vitest's: the gate names what needed its second attempt.
  retries: process.env.CI ? 1 : 0,
  projects: [
    { name: "journeys", grepInvert: MEASURING, testIgnore: WALKS },
    // Takes many minutes: in `npm run test:long` only.
    { name: "walks", testMatch: WALKS },
    { name: "measured", grep: MEASURING, workers: 1 },
  ],
  // Generous for slow machines.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    locale: "ru-RU",
    timezoneId: "Europe/Moscow",
    // `npm run test:long` keeps motion.
    contextOptions: {
      reducedMotion: process.env.LONG_JOURNEYS === "1" ? "no-preference" : "reduce",
    },
    viewport: { width: 1440, height: 900 },
    // A page answered from what is kept would hide what the server says; one journey allows them.
    serviceWorkers: "block",
    // A film, or the page's tree at each step, would take a processor; `npm run test:long` keeps trees.
    trace: {
      mode: "retain-on-failure",
      screenshots: false,
      snapshots: process.env.LONG_JOURNEYS === "1",
      sources: false,
    },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: systemBrowser(),
      args: ["--no-sandbox"],
      // Its pages follow the product's clock by `shared-time.ts`.
      env: { ...process.env, LD_PRELOAD: "" },
    },
  },
});
