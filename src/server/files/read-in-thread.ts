import { runWorker, WorkerThreadError, type WorkerRun } from "#server/work/worker-thread.ts";

/** Holds 100 000 rows; beyond it the file is refused and the server lives. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };

/** Twenty times the longest honest file. */
const LIMITS = {
  request: { patienceMs: 30_000, threads: 4 },
  background: { patienceMs: 120_000, threads: 8 },
} as const;

type Waiting = keyof typeof LIMITS;

/**
 * For all foreign files: in a thread killed past its limits. Never inside a transaction: see
 * `serve.reading`.
 *
 * @param refusalOf - the error for the person.
 */
export async function* readInThread<Input, Event, Question = never, Answer = never>(
  waiting: Waiting,
  run: Omit<WorkerRun<Input, Question, Answer>, "resourceLimits" | "patienceMs">,
  refusalOf: (error: WorkerThreadError) => Error,
): AsyncGenerator<Event, void, void> {
  const { patienceMs, threads } = LIMITS[waiting];
  const leave = await places[waiting].take(threads);
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

class Places {
  private taken = 0;
  private readonly queue: (() => void)[] = [];

  async take(most: number): Promise<() => void> {
    if (this.taken >= most) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.taken += 1;
    return () => {
      const next = this.queue.shift();
      if (next) next();
      else this.taken -= 1;
    };
  }
}

const places = { request: new Places(), background: new Places() };
