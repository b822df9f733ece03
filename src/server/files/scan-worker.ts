import { readFile } from "node:fs/promises";
import { serveWorker } from "#server/work/worker-thread.ts";
import { readScan, type Scan } from "./scans.ts";

/** Between threads a buffer loses its class. */
export type SentScan = Omit<Scan, "bytes"> & { readonly bytes: Uint8Array<ArrayBuffer> };

/** A scan by its content, or `null`. */
serveWorker<{ readonly path: string }, SentScan | null>(
  async function* scan({ path }) {
    const found = readScan(await readFile(path));
    yield found && { ...found, bytes: new Uint8Array(found.bytes) };
  },
  (sent) => (sent ? [sent.bytes.buffer] : []),
);
