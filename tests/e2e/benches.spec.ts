import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test } from "./fixtures.ts";

/** Of `npm run bench`, on next to no data, without the peer, on the real day. */
const ENVIRONMENT = { BENCH_TINY: "1", ANCHORS: "", LD_PRELOAD: "" };
const SUITES = {
  "the server": ["P1", "P2", "P3", "P9", "P10"],
  "the console": ["C"],
};

for (const [side, suites] of Object.entries(SUITES))
  test(`every bench of ${side} runs`, async () => {
    const bench = spawn(
      process.execPath,
      [resolve(import.meta.dirname, "../bench/run-built.mjs"), ...suites],
      { env: { ...process.env, ...ENVIRONMENT }, stdio: ["ignore", "pipe", "pipe"] },
    );
    let output = "";
    for (const stream of [bench.stdout, bench.stderr])
      stream.on("data", (piece: Buffer) => (output += piece.toString()));
    const [code] = (await once(bench, "exit")) as [number | null];
    expect(code, output).toBe(0);
    for (const suite of suites) expect(output).toMatch(new RegExp(`^[✓✗] ${suite}`, "m"));
  });
