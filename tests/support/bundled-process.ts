import { execFile, spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";

const ROOT = new URL("../../", import.meta.url);

export const THREADS = new URL("dist/tests/threads/", ROOT);

export async function bundleThreads(): Promise<void> {
  await runBundler();
}

/**
 * Bundles a script once: from source each start takes seconds.
 *
 * @returns starts it without input.
 */
export async function bundledProcess(
  name: "paying-process" | "applying-process" | "serving-process" | "command-process",
): Promise<(parameters: readonly string[], environment?: NodeJS.ProcessEnv) => ChildProcess> {
  // Parallel test files must not share a folder.
  const folder = `dist/tests/${name}-${process.pid}`;
  await runBundler(name, folder);
  process.once("exit", () => rmSync(new URL(folder, ROOT), { recursive: true, force: true }));
  return (parameters, environment = process.env) =>
    spawn(process.execPath, [`${folder}/${name}.js`, ...parameters], {
      cwd: ROOT,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
}

/** Separate, because the bundler changes the environment. */
async function runBundler(...parameters: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ["tests/support/bundle-process.mjs", ...parameters], {
    cwd: ROOT,
  });
}
