import { parentPort, workerData } from "node:worker_threads";
import { startBackground, type BackgroundInput } from "./background.ts";
import { connectProduct } from "./connect-product.ts";
import { makeLogger } from "./make-logger.ts";
import { offsetClock } from "#server/data/clock.ts";
import { lowerPriority } from "#server/work/niceness.ts";

lowerPriority();
const { config, address, clock } = workerData as BackgroundInput;
const product = connectProduct(
  config,
  { ...address, clock: offsetClock(clock) },
  makeLogger(config),
  true,
);
const background = await startBackground(product);
parentPort?.once("message", () => {
  void background
    .close()
    .then(() => product.close())
    .then(() => parentPort?.close());
});
