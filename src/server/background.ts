import type { AppDependencies } from "./app-dependencies.ts";
import type { Config } from "./config.ts";
import type { ProductAddress } from "./connect-product.ts";
import { makePlatform } from "./make-platform.ts";
import { startModules } from "./modules.ts";
import { BackgroundTasks } from "#server/work/background-tasks.ts";
import { LiveHub } from "#server/data/live.ts";
import { startThread, workerModule } from "#server/work/worker-thread.ts";

export interface Background {
  /** Waits until each task has finished the piece it is at. */
  close(): Promise<void>;
}

/**
 * Runs the work behind the calls: the tasks of all modules, woken by what is announced. Serves
 * nothing.
 */
export async function startBackground(deps: AppDependencies): Promise<Background> {
  const hub = new LiveHub(deps.db.pool);
  const platform = makePlatform(deps, hub);
  const tasks = new BackgroundTasks(startModules(platform).tasks, deps.logger);
  hub.onAny(() => tasks.wake());
  await hub.start();
  tasks.start();
  return {
    async close() {
      await tasks.close();
      await hub.close();
    },
  };
}

/** What the thread opens the same product with; its clock is one with ours. */
export interface BackgroundInput {
  readonly config: Config;
  readonly address: Omit<ProductAddress, "clock">;
  readonly clock: SharedArrayBuffer;
}

/**
 * MiB. A batch of a thousand payouts makes more than the 16 MiB of young objects that Node keeps
 * room for, and most of it is garbage a moment later.
 */
const YOUNG_MIB = 64;

/**
 * The same in a thread of its own, so that a registry being paid does not hold the event loop that
 * answers people: lists answered three times slower meanwhile. It also gives way to them at the
 * processor.
 *
 * @param onLost - hears of a thread that has ended by an error; nothing is worked at any more.
 */
export function startBackgroundThread(
  config: Config,
  { clock, ...address }: ProductAddress,
  onLost: (error: Error) => void,
): Background {
  const input: BackgroundInput = { config, address, clock: clock.memory };
  const thread = startThread({
    module: workerModule(import.meta.url, "background-worker"),
    input,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  });
  thread.on("error", onLost);
  return {
    async close() {
      // `once` of node:events would fail by an error of the thread, which `onLost` has heard of.
      const ended = new Promise((resolve) => thread.once("exit", resolve));
      thread.postMessage("close");
      await ended;
    },
  };
}
