import { execFile, spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";

const ROOT = new URL("../../", import.meta.url);

/** Where `bundleThreads` puts the modules of the server's threads. */
export const THREADS = new URL("dist/tests/threads/", ROOT);

export async function bundleThreads(): Promise<void> {
  await runBundler();
}

/**
 * A script of this folder that is started as a process of its own, again and again: bundled once,
 * because read from source each start would compile the server anew for seconds.
 *
 * @returns starts it; it takes in nothing and its output can be read.
 */
export async function bundledProcess(
  name: "paying-process" | "applying-process" | "serving-process" | "command-process",
): Promise<(parameters: readonly string[], environment?: NodeJS.ProcessEnv) => ChildProcess> {
  // Files of tests run two at a time: each bundles for itself, or one would empty the folder
  // another starts from.
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

/** In a process of its own: the bundler sets what it likes in the environment of its process. */
async function runBundler(...parameters: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ["tests/support/bundle-process.mjs", ...parameters], {
    cwd: ROOT,
  });
}
