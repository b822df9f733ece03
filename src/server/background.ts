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

/** MiB. A batch of a thousand payouts makes more short-lived objects than Node's 16 MiB hold. */
const YOUNG_MIB = 64;

/**
 * Runs background work in a thread of lower priority: on the event loop that answers people, paying
 * a registry made lists three times slower.
 *
 * @param onLost - the thread ended by an error; background work has stopped.
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
      // `once` of node:events would reject on the thread's error.
      const ended = new Promise((resolve) => thread.once("exit", resolve));
      thread.postMessage("close");
      await ended;
    },
  };
}
