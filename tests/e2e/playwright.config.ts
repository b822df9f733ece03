import { defineConfig } from "@playwright/test";
import { systemBrowser } from "../support/system-browser.ts";

/** They measure pauses and jumps, so they run alone. */
const MEASURING = /100 000 rows|pages do not move while they arrive/;
const WALKS = /walk-\w+\.spec\.ts/;

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../../test-results",
  // Every worker has a product of its own. A journey waits more than it works, so two cores carry
  // three; what measures how long the page stands still runs alone, in `npm run test:strained`.
  workers: 3,
  projects: [
    { name: "journeys", grepInvert: MEASURING, testIgnore: WALKS },
    // Every screen and link as every person takes many minutes: in `npm run test:long` only.
    { name: "walks", testMatch: WALKS },
    { name: "measured", grep: MEASURING, workers: 1 },
  ],
  // Generous for slow machines; passed at once where nothing is slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    locale: "ru-RU",
    timezoneId: "Europe/Moscow",
    // Journeys do not wait for motion; `npm run test:long` sees it.
    contextOptions: {
      reducedMotion: process.env.LONG_JOURNEYS === "1" ? "no-preference" : "reduce",
    },
    viewport: { width: 1440, height: 900 },
    // Steps and final pages; a film would take a processor.
    trace: { mode: "retain-on-failure", screenshots: false, sources: false },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: systemBrowser(), args: ["--no-sandbox"] },
  },
});
