import { serveWorker } from "#server/work/worker-thread.ts";
import { readBeginning, type Beginning, type BeginningInput } from "./read-beginning.ts";

serveWorker<BeginningInput, Beginning>(async function* read(input) {
  yield await readBeginning(input);
});
