import { runWorker, WorkerThreadError, type WorkerRun } from "#server/work/worker-thread.ts";
import { ThreadPlaces } from "./thread-places.ts";

/** Holds 100 000 rows; beyond it the file is refused and the server lives. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };

/** Patience: twenty times the longest honest file. */
const LINES = {
  /** A person waits before a screen. */
  request: {
    patienceMs: 30_000,
    places: new ThreadPlaces({ threads: 4, mostOfOne: 2, longestWaitMs: 20_000 }),
  },
  background: { patienceMs: 120_000, places: new ThreadPlaces({ threads: 8, mostOfOne: 3 }) },
} as const;

/** Where it waits, and whose it is: `account:7`, `person:7`. */
export interface ThreadLine {
  readonly line: keyof typeof LINES;
  readonly of: string;
}

/**
 * For all foreign files: in a thread killed past its limits. Never inside a transaction: see
 * `serve.reading` and `FileReply`.
 *
 * @param refusalOf - the error for the person.
 * @throws AppError `unavailable` - no thread became free.
 */
export async function* readInThread<Input, Event, Question = never, Answer = never>(
  { line, of }: ThreadLine,
  run: Omit<WorkerRun<Input, Question, Answer>, "resourceLimits" | "patienceMs">,
  refusalOf: (error: WorkerThreadError) => Error,
): AsyncGenerator<Event, void, void> {
  const { patienceMs, places } = LINES[line];
  const leave = await places.take(of);
  try {
    yield* runWorker<Input, Event, Question, Answer>({
      ...run,
      resourceLimits: MEMORY,
      patienceMs,
    });
  } catch (error) {
    throw error instanceof WorkerThreadError ? refusalOf(error) : error;
  } finally {
    leave();
  }
}

export async function readOnceInThread<Input, Event>(
  ...reading: Parameters<typeof readInThread<Input, Event>>
): Promise<Event> {
  for await (const event of readInThread<Input, Event>(...reading)) return event;
  throw new Error("the reader said nothing");
}
