import { defineConfig } from "@playwright/test";
import { systemBrowser } from "../support/system-browser.ts";

/** They measure pauses, so they run alone. */
const MEASURING = /100 000 rows|pages do not move while they arrive/;
const WALKS = /walk-\w+\.spec\.ts/;

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  // Each worker has its own product. Journeys mostly wait: two cores carry three. Measurements run
  // alone, in `npm run test:strained`.
  workers: 3,
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
    // A film would take a processor.
    trace: { mode: "retain-on-failure", screenshots: false, sources: false },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: systemBrowser(), args: ["--no-sandbox"] },
  },
});
