import type { AppDependencies } from "./app-dependencies.ts";
import type { Config } from "./config.ts";
import type { ProductAddress } from "./connect-product.ts";
import { makePlatform } from "./make-platform.ts";
import { startModules } from "./modules.ts";
import { BackgroundTasks } from "#server/work/background-tasks.ts";
import { LiveHub } from "#server/data/live.ts";
import { startThread, workerModule } from "#server/work/worker-thread.ts";

export interface Background {
  close(): Promise<void>;
}

/** Runs the background tasks of all modules, woken by messages of the hub. Serves no requests. */
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

export interface BackgroundInput {
  readonly config: Config;
  readonly address: Omit<ProductAddress, "clock">;
  readonly clock: SharedArrayBuffer;
}

/**
 * MiB. A batch of a thousand payouts makes more than Node's default 16 MiB of young objects, most
 * of it garbage a moment later.
 */
const YOUNG_MIB = 64;

/**
 * Runs background work in its own thread with lower priority: on the event loop that answers
 * people, paying a registry made lists three times slower.
 *
 * @param onLost - called when the thread ends by an error; background work then stops.
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
      // `once` of node:events would reject on an error of the thread, which `onLost` already gets.
      const ended = new Promise((resolve) => thread.once("exit", resolve));
      thread.postMessage("close");
      await ended;
    },
  };
}
