import { rm } from "node:fs/promises";
import { DEMONSTRATION, startProduct } from "./product.ts";

/** Once a run: each worker's product begins with a copy of this folder. */
export default async function fillDemonstration(): Promise<() => Promise<void>> {
  const product = await startProduct("demonstration");
  await product.end();
  process.env[DEMONSTRATION] = product.dataDir;
  return () => rm(product.dataDir, { recursive: true, force: true });
}
