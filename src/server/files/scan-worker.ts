import { readFile } from "node:fs/promises";
import { serveWorker } from "#server/work/worker-thread.ts";
import { readScan, type SentScan } from "./scans.ts";

serveWorker<{ readonly path: string }, SentScan | null>(
  async function* scan({ path }) {
    const found = readScan(await readFile(path));
    yield found && { ...found, bytes: new Uint8Array(found.bytes) };
  },
  (sent) => (sent ? [sent.bytes.buffer] : []),
);
