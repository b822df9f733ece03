import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, parentPort, workerData, type ResourceLimits } from "node:worker_threads";

export interface WorkerRun<Input, Question = never, Answer = never> {
  /** `workerModule(import.meta.url, "table-file-worker")`. */
  module: URL;
  input: Input;
  /** For example from the database; an error here ends the run. */
  answer?: (question: Question) => Promise<Answer>;
  signal?: AbortSignal;
  resourceLimits?: ResourceLimits;
  /**
   * Waiting for events in all, before the thread is killed; the caller's own work and answers do
   * not count.
   */
  patienceMs?: number;
}

/** `workerCode` past `patienceMs`. */
export const WORKER_TOO_SLOW = "WORKER_TOO_SLOW";

export class WorkerThreadError extends Error {
  override readonly name = "WorkerThreadError";
  readonly workerCode: string | null;

  constructor(message: string, workerCode: string | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.workerCode = workerCode;
  }
}

/** Unread events before it waits. */
const WINDOW = 4;

let bundledThreads: URL | null = null;

/** For tests, which start hundreds: callers from source load bundled workers. */
export function useBundledThreads(folder: URL): void {
  bundledThreads = folder;
}

/**
 * `<name>.ts` beside its caller in development, `<name>.js` in the build, where a caller may lie
 * among chunks, while workers are at the root.
 */
export function workerModule(callerUrl: string, name: string): URL {
  if (callerUrl.endsWith(".ts"))
    return bundledThreads
      ? new URL(`${name}.js`, bundledThreads)
      : new URL(`./${name}.ts`, callerUrl);
  const candidates = [new URL(`./${name}.js`, callerUrl), new URL(`../${name}.js`, callerUrl)];
  return (
    candidates.find((url) => existsSync(fileURLToPath(url))) ?? new URL(`./${name}.js`, callerUrl)
  );
}

/**
 * Yields a worker's events; it waits while four are unread. The thread ends with the events, the
 * reader, the signal or an error.
 *
 * @throws WorkerThreadError - `ERR_WORKER_OUT_OF_MEMORY` past the limits, `WORKER_TOO_SLOW` past
 * the patience.
 * @throws the signal's reason - when aborted.
 */
export async function* runWorker<Input, Event, Question = never, Answer = never>(
  run: WorkerRun<Input, Question, Answer>,
): AsyncGenerator<Event, void, void> {
  run.signal?.throwIfAborted();
  const worker = startThread(run);
  const inbox = new Inbox<Event>(worker);
  const patience = new Patience(run.patienceMs ?? Number.POSITIVE_INFINITY, () =>
    inbox.fail(new WorkerThreadError("the worker thread took too long", WORKER_TOO_SLOW)),
  );
  worker.on("message", (message: WorkerMessage<Event, Question>) => {
    if (message.kind !== "question" || !run.answer) return;
    patience.pause();
    run.answer(message.value).then(
      (value) => {
        patience.resume();
        worker.postMessage({ kind: "answer", id: message.id, value });
      },
      (error: unknown) => inbox.fail(error),
    );
  });
  const abort = () => inbox.fail(run.signal?.reason);
  run.signal?.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      patience.resume();
      const event = await inbox.take();
      patience.pause();
      if (event === null) return;
      yield event.value;
      worker.postMessage({ kind: "read" });
    }
  } finally {
    patience.pause();
    run.signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

/** The caller must end it. Work that ends by itself uses `runWorker`. */
export function startThread<Input>({
  module,
  input,
  resourceLimits,
}: Pick<WorkerRun<Input>, "module" | "input" | "resourceLimits">): Worker {
  const options = {
    workerData: input,
    execArgv: [],
    ...(resourceLimits ? { resourceLimits } : {}),
  };
  if (!module.pathname.endsWith(".ts")) return new Worker(module, options);
  // Node cannot load TypeScript as a thread's first module and ignores `--import` hooks for it: a
  // line of JavaScript registers the loader. Costs 250 ms, outside the build only.
  const loader = import.meta.resolve("tsx/esm/api");
  const boot = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); })`;
  return new Worker(boot, { ...options, eval: true });
}

type WorkerMessage<Event, Question = unknown> =
  | { kind: "event"; value: Event }
  | { kind: "question"; id: number; value: Question }
  | { kind: "end" }
  | { kind: "error"; message: string; code: string | null; stack: string };

class Patience {
  private pauses = 1;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private leftMs: number;
  private readonly onSpent: () => void;

  constructor(leftMs: number, onSpent: () => void) {
    this.leftMs = leftMs;
    this.onSpent = onSpent;
  }

  pause(): void {
    this.pauses += 1;
    if (this.pauses > 1 || this.leftMs === Number.POSITIVE_INFINITY) return;
    clearTimeout(this.timer);
    this.leftMs -= performance.now() - this.startedAt;
  }

  resume(): void {
    this.pauses -= 1;
    if (this.pauses > 0 || this.leftMs === Number.POSITIVE_INFINITY) return;
    this.startedAt = performance.now();
    this.timer = setTimeout(this.onSpent, Math.max(0, this.leftMs));
  }
}

class Inbox<Event> {
  private readonly events: { value: Event }[] = [];
  private isEnded = false;
  private failure: { reason: unknown } | null = null;
  private wake: () => void = () => undefined;

  constructor(worker: Worker) {
    worker.on("message", (message: WorkerMessage<Event>) => {
      if (message.kind === "event") this.events.push({ value: message.value });
      else if (message.kind === "end") this.isEnded = true;
      else if (message.kind === "question") return;
      else return this.fail(new WorkerThreadError(message.message, message.code, message.stack));
      this.wake();
    });
    worker.on("error", (error: Error & { code?: string }) =>
      this.fail(new WorkerThreadError(error.message, error.code ?? null, error)),
    );
    worker.on("exit", () => {
      if (!this.isEnded) this.fail(new WorkerThreadError("the worker thread ended early", null));
    });
  }

  fail(reason: unknown): void {
    this.failure ??= { reason };
    this.wake();
  }

  /** Null after the last. */
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
 * The worker's side of `runWorker`, called once in its module.
 *
 * @param produce - receives the input and `ask`, which questions the caller's `answer`; several may
 * be open. Its errors reach the reader as `WorkerThreadError` with message and `code`.
 * @param transferOf - buffers to transfer instead of copy; the worker must not use them again.
 */
export function serveWorker<Input, Event, Question = never, Answer = never>(
  produce: (input: Input, ask: (question: Question) => Promise<Answer>) => AsyncIterable<Event>,
  transferOf: (event: Event) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker thread only");
  let unread = 0;
  let wake: () => void = () => undefined;
  const waiting = new Map<number, (answer: Answer) => void>();
  let asked = 0;
  port.on(
    "message",
    (message: { kind: "read" } | { kind: "answer"; id: number; value: Answer }) => {
      if (message.kind === "answer") {
        waiting.get(message.id)?.(message.value);
        waiting.delete(message.id);
        return;
      }
      unread -= 1;
      wake();
    },
  );
  const post = (message: WorkerMessage<Event, Question>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const ask = (value: Question) =>
    new Promise<Answer>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      post({ kind: "question", id: asked, value });
    });
  const run = async () => {
    for await (const value of produce(workerData as Input, ask)) {
      post({ kind: "event", value }, transferOf(value));
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

function describeError(error: unknown): {
  kind: "error";
  message: string;
  code: string | null;
  stack: string;
} {
  const known = error instanceof Error ? error : new Error(String(error));
  const code = "code" in known && typeof known.code === "string" ? known.code : null;
  return { kind: "error", message: known.message, code, stack: known.stack ?? "" };
}
