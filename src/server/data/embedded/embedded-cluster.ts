import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chown,
  link,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./embedded-binaries.ts";
import { type ServerIdentity, spawnAs } from "./embedded-identity.ts";
import { isAlive } from "./embedded-postmaster.ts";

/** None of our secrets, no locale of the machine. */
export const SERVER_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  SystemRoot: process.env["SystemRoot"],
  TZ: "UTC",
  LC_ALL: "C",
};

/** Appears complete (a hard link): processes starting together read the same password. */
export async function ensurePassword(dataDir: string, clusterPath: string): Promise<string> {
  const path = join(dataDir, "postgres-password");
  if (!existsSync(path)) {
    if (existsSync(clusterPath)) {
      throw new Error(
        `The database in ${clusterPath} is there but its password file ${path} is gone: put it back from a backup.`,
      );
    }
    const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
    await writeFile(draft, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    await link(draft, path).catch(ignoreExisting);
    await rm(draft);
  }
  return (await readFile(path, "utf8")).trim();
}

/** Renamed when complete: a kill leaves no half-made one, the first of two processes wins. */
export async function ensureCluster(
  clusterPath: string,
  password: string,
  binaries: PostgresBinaries,
  identity: ServerIdentity,
  durability: "full" | "none",
): Promise<void> {
  if (existsSync(clusterPath)) return;
  await removeAbandonedDrafts(clusterPath);
  const draft = `${clusterPath}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (identity.owner !== undefined) {
      await chown(draft, identity.owner.uid, identity.owner.gid);
      await chown(passwordFile, identity.owner.uid, identity.owner.gid);
    }
    await runInitdb(draft, passwordFile, binaries, identity, durability);
    await rename(draft, clusterPath).catch(ignoreExisting);
    if (durability === "full") await flushFolder(dirname(clusterPath));
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * The built-in C.UTF-8 sorts alike on every machine; Russian order needs `COLLATE "ru-RU-x-icu"`.
 */
async function runInitdb(
  draft: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  identity: ServerIdentity,
  durability: "full" | "none",
): Promise<void> {
  const [program, ...args] = [
    ...identity.prefix,
    binaries.initdb,
    `--pgdata=${draft}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-locale",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(durability === "none" ? ["--no-sync"] : []),
  ];
  try {
    await promisify(execFile)(program ?? "", args, {
      cwd: dirname(binaries.initdb),
      env: SERVER_ENVIRONMENT,
      ...spawnAs(identity),
    });
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split("\n")
      .slice(-3)
      .join(" ");
    throw new Error(
      `The embedded PostgreSQL could not create its database in ${dirname(draft)}: ${output}`,
      { cause: error },
    );
  }
}

async function removeAbandonedDrafts(clusterPath: string): Promise<void> {
  const folder = dirname(clusterPath);
  for (const name of await readdir(folder)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker !== undefined && !isAlive(Number(maker)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY" && error.code !== "EPERM") throw error;
}
