import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, parentPort, workerData, type ResourceLimits } from "node:worker_threads";

export interface WorkerRun<Input> {
  /** Address of the worker's module: `workerModule(import.meta.url, "registry-file-worker")`. */
  module: URL;
  input: Input;
  signal?: AbortSignal;
  resourceLimits?: ResourceLimits;
}

/** An error that happened inside a worker thread; `workerCode` is the `code` of the original, if it had one. */
export class WorkerThreadError extends Error {
  override readonly name = "WorkerThreadError";
  readonly workerCode: string | null;

  constructor(message: string, workerCode: string | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.workerCode = workerCode;
  }
}

/** How many events a worker may be ahead of its reader. */
const WINDOW = 4;

/**
 * Finds a worker's module next to its caller: the TypeScript source in tests and development, `<name>.js` of the bundle otherwise.
 * The bundle may have put the caller into a sub-folder of chunks, while workers are entries with stable names at its root.
 */
export function workerModule(callerUrl: string, name: string): URL {
  if (callerUrl.endsWith(".ts")) return new URL(`./${name}.ts`, callerUrl);
  const candidates = [new URL(`./${name}.js`, callerUrl), new URL(`../${name}.js`, callerUrl)];
  return candidates.find((url) => existsSync(fileURLToPath(url))) ?? new URL(`./${name}.js`, callerUrl);
}

/**
 * Runs a worker and hands out its events one by one; the worker waits while four of them are unread.
 *
 * The thread ends when the events end, the reader stops early, the signal aborts or an error is thrown.
 *
 * @throws WorkerThreadError for an error inside, with code `ERR_WORKER_OUT_OF_MEMORY` past the resource limits; the signal's
 * reason when aborted.
 */
export async function* runWorker<Input, Event>(run: WorkerRun<Input>): AsyncGenerator<Event, void, void> {
  run.signal?.throwIfAborted();
  const worker = startThread(run);
  const inbox = new Inbox<Event>(worker);
  const abort = () => inbox.fail(run.signal?.reason);
  run.signal?.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      const event = await inbox.take();
      if (event === null) return;
      yield event.value;
      worker.postMessage("read");
    }
  } finally {
    run.signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

function startThread<Input>({ module, input, resourceLimits }: WorkerRun<Input>): Worker {
  const options = { workerData: input, execArgv: [], ...(resourceLimits ? { resourceLimits } : {}) };
  if (!module.pathname.endsWith(".ts")) return new Worker(module, options);
  // Node itself does not read TypeScript and ignores `--import` hooks for the first module of a thread, so a line of JavaScript
  // registers the loader there. It costs a quarter of a second, outside the bundle only.
  const loader = import.meta.resolve("tsx/esm/api");
  const boot = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); })`;
  return new Worker(boot, { ...options, eval: true });
}

type WorkerMessage<Event> =
  | { kind: "event"; value: Event }
  | { kind: "end" }
  | { kind: "error"; message: string; code: string | null; stack: string };

class Inbox<Event> {
  private readonly events: { value: Event }[] = [];
  private isEnded = false;
  private failure: { reason: unknown } | null = null;
  private wake: () => void = () => undefined;

  constructor(worker: Worker) {
    worker.on("message", (message: WorkerMessage<Event>) => {
      if (message.kind === "event") this.events.push({ value: message.value });
      else if (message.kind === "end") this.isEnded = true;
      else return this.fail(new WorkerThreadError(message.message, message.code, message.stack));
      this.wake();
    });
    worker.on("error", (error: Error & { code?: string }) => this.fail(new WorkerThreadError(error.message, error.code ?? null, error)));
    worker.on("exit", () => {
      if (!this.isEnded) this.fail(new WorkerThreadError("the worker thread ended early", null));
    });
  }

  fail(reason: unknown): void {
    this.failure ??= { reason };
    this.wake();
  }

  /** The next event, or null after the last. */
  async take(): Promise<{ value: Event } | null> {
    for (;;) {
      if (this.failure) throw this.failure.reason;
      const event = this.events.shift();
      if (event) return event;
      if (this.isEnded) return null;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

/**
 * The other end: call it once in the worker's module. Events of the generator go to the reader of `runWorker`.
 * @param produce - receives the input; its errors arrive at the reader as `WorkerThreadError` with their message and `code`.
 */
export function serveWorker<Input, Event>(produce: (input: Input) => AsyncIterable<Event>): void {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker thread only");
  let unread = 0;
  let wake: () => void = () => undefined;
  port.on("message", () => {
    unread -= 1;
    wake();
  });
  const post = (message: WorkerMessage<Event>) => port.postMessage(message);
  const run = async () => {
    for await (const value of produce(workerData as Input)) {
      post({ kind: "event", value });
      unread += 1;
      while (unread >= WINDOW) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    post({ kind: "end" });
  };
  run()
    .catch((error: unknown) => post(describeError(error)))
    .finally(() => port.close());
}

function describeError(error: unknown): { kind: "error"; message: string; code: string | null; stack: string } {
  const known = error instanceof Error ? error : new Error(String(error));
  const code = "code" in known && typeof known.code === "string" ? known.code : null;
  return { kind: "error", message: known.message, code, stack: known.stack ?? "" };
}
