import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { isAlive } from "#server/data/embedded/embedded-postmaster.ts";

const ROOT = new URL("../../", import.meta.url);
const BUNDLES = "dist/tests/";

/** @returns the folder of the server's threads. */
export async function bundleThreads(): Promise<string> {
  removeAbandoned();
  return new URL(`${await bundleInto("threads")}/`, ROOT).href;
}

/**
 * Bundles a script once: from source each start takes seconds.
 *
 * @returns starts it without input.
 */
export async function bundledProcess(
  name: "paying-process" | "applying-process" | "serving-process" | "command-process",
): Promise<(parameters: readonly string[], environment?: NodeJS.ProcessEnv) => ChildProcess> {
  const folder = await bundleInto(name, name);
  return (parameters, environment = process.env) =>
    spawn(process.execPath, [`${folder}/${name}.js`, ...parameters], {
      cwd: ROOT,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
}

/**
 * In a process of its own, because the bundler changes the environment; in the tree, whose packages
 * the bundle loads.
 */
async function bundleInto(title: string, ...scripts: readonly string[]): Promise<string> {
  // Parallel test files and runs must not share a folder.
  const folder = `${BUNDLES}${title}-${process.pid}`;
  process.once("exit", () => rmSync(new URL(folder, ROOT), { recursive: true, force: true }));
  await promisify(execFile)(
    process.execPath,
    ["tests/support/bundle-process.mjs", folder, ...scripts],
    { cwd: ROOT },
  );
  return folder;
}

/** Vitest ends the processes of its tests by a signal, so they leave their folders to the next run. */
function removeAbandoned(): void {
  const bundles = new URL(BUNDLES, ROOT);
  if (!existsSync(bundles)) return;
  for (const name of readdirSync(bundles))
    if (!isAlive(Number(name.split("-").at(-1))))
      rmSync(new URL(name, bundles), { recursive: true, force: true });
}
