import type { FileReading } from "#contract/registries/file-reading.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import { readBeginning, type BeginningInput } from "./read-beginning.ts";

serveWorker<BeginningInput, FileReading>(async function* read(input) {
  yield await readBeginning(input);
});
