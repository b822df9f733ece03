import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { locateBinaries, type PostgresBinaries } from "./embedded-binaries.ts";
import { SERVER_ENVIRONMENT, ensureCluster, ensurePassword } from "./embedded-cluster.ts";
import { chooseIdentity, giveFolderTo, type ServerIdentity, spawnAs } from "./embedded-identity.ts";
import { isAlive, isServerOf, type Postmaster, readPostmaster } from "./embedded-postmaster.ts";
import { guardServer } from "./embedded-guard.ts";
import { registerUse, usesFolder } from "./embedded-users.ts";
import { serverSettings } from "./embedded-settings.ts";

/** Messages contain no data. */
export interface DatabaseLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is `<dataDir>/postgres`. */
  dataDir: string;
  /** "none": fast and unsafe, for tests. */
  durability?: "full" | "none";
  /** `{ shared_buffers: "1GB" }`. */
  settings?: Record<string, string>;
  /** `stop()` leaves the server running; the next start adopts it. */
  keepRunning?: boolean;
  /** More than the server's own environment: tests move its clock. */
  environment?: NodeJS.ProcessEnv;
  logger?: DatabaseLogger;
}

export interface EmbeddedPostgres {
  /** By default "postgres". Has the password: never log it. */
  connectionString(database?: string): string;
  /** It was running already. */
  adopted: boolean;
  /** The last live user stops the server. Idempotent. */
  stop(): Promise<void>;
}

/** Recovery after a heavy run took 8 s; slow disks need more. */
const START_LIMIT_MS = 120_000;
/** Then it is killed: our own stop must end within ten seconds. */
const STOP_LIMIT_MS = 3_000;
const CUT_OFF_MS = 1_000;
const POLL_MS = 10;
/** `sun_path` without its final zero. */
const SOCKET_PATH_LIMIT = process.platform === "linux" ? 107 : 103;
/** Part of the socket's file name. */
const SOCKET_PORT = 5432;

/**
 * @throws Error for the operator: no binaries, no user, no write access. Source: architecture §7.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const clusterPath = join(dataDir, "postgres");
  // Others may enter, not list: the server may run as another user.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const password = await ensurePassword(dataDir, clusterPath);
  const use = await registerUse(dataDir);
  let server: { postmaster: Postmaster; adopted: boolean };
  try {
    server = await adoptOrLaunch({ ...options, dataDir }, clusterPath, password);
  } catch (error) {
    await use.release();
    throw error;
  }
  const { postmaster, adopted } = server;
  options.logger?.info(
    { pid: postmaster.pid, adopted },
    adopted ? "embedded PostgreSQL adopted" : "embedded PostgreSQL started",
  );
  const endGuard =
    options.keepRunning === true ? () => undefined : guardServer(usesFolder(dataDir), clusterPath);
  let stopping: Promise<void> | undefined;
  return {
    adopted,
    connectionString: (database = "postgres") => connectionString(postmaster, password, database),
    stop() {
      stopping ??= use.release().then(async ({ othersRemain }) => {
        if (!othersRemain && options.keepRunning !== true)
          await stopServer(postmaster, clusterPath, options.logger);
        endGuard();
      });
      return stopping;
    },
  };
}

type LaunchOptions = EmbeddedPostgresOptions & { dataDir: string };

/** Retries: another process or a stale lock may interfere. */
async function adoptOrLaunch(
  options: LaunchOptions,
  clusterPath: string,
  password: string,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const running = await waitForRunning(clusterPath, password, deadline, options.logger);
    if (running !== undefined) return { postmaster: running, adopted: true };
    const launched = await launch(options, clusterPath, password, deadline);
    if (launched !== undefined) return { postmaster: launched, adopted: false };
    if (Date.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL in ${clusterPath} stays locked by another process: stop that process and start again.`,
      );
    }
    await pause(100);
  }
}

/** `undefined` when none runs; removes a stale lock. */
async function waitForRunning(
  clusterPath: string,
  password: string,
  deadline: number,
  logger: DatabaseLogger | undefined,
): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = readPostmaster(clusterPath);
    if (postmaster === undefined) return undefined;
    // PostgreSQL itself replaces a dead process's lock without a race.
    if (!isAlive(postmaster.pid)) return undefined;
    if (!isServerOf(postmaster.pid, clusterPath)) {
      logger?.warn({ pid: postmaster.pid }, "removing a stale lock of the embedded PostgreSQL");
      rmSync(join(clusterPath, "postmaster.pid"), { force: true });
      return undefined;
    }
    if (postmaster.status === "ready" && (await answers(postmaster, password))) return postmaster;
    if (Date.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL (process ${postmaster.pid}) runs but does not answer: stop it and start again.`,
      );
    }
    await pause(POLL_MS);
  }
}

async function launch(
  options: LaunchOptions,
  clusterPath: string,
  password: string,
  deadline: number,
): Promise<Postmaster | undefined> {
  const durability = options.durability ?? "full";
  const binaries = await locateBinaries();
  const identity = chooseIdentity([options.dataDir, dirname(binaries.postgres)], clusterPath);
  await ensureCluster(clusterPath, password, binaries, identity, durability);
  await giveFolderTo(identity, clusterPath);
  const settings = {
    ...serverSettings(durability),
    ...(await listenSettings(clusterPath, identity)),
    ...options.settings,
  };
  return spawnServer(
    binaries,
    identity,
    settings,
    clusterPath,
    join(options.dataDir, "postgres-start.log"),
    { ...SERVER_ENVIRONMENT, ...options.environment },
    deadline,
  );
}

/**
 * In its own session: Ctrl-C reaches only us. `undefined`: another process is starting the cluster.
 */
async function spawnServer(
  binaries: PostgresBinaries,
  identity: ServerIdentity,
  settings: Record<string, string>,
  clusterPath: string,
  startLog: string,
  environment: NodeJS.ProcessEnv,
  deadline: number,
): Promise<Postmaster | undefined> {
  const [program, ...args] = [
    ...identity.prefix,
    binaries.postgres,
    "-D",
    clusterPath,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // Another process must not write into the log we read.
  const ownLog = `${startLog}.${process.pid}-${randomBytes(4).toString("hex")}`;
  const log = openSync(ownLog, "w", 0o600);
  const child = spawn(program ?? "", args, {
    cwd: clusterPath,
    detached: true,
    env: environment,
    stdio: ["ignore", log, log],
    ...spawnAs(identity),
  });
  closeSync(log);
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => (ended ??= `it ended with ${signal ?? code}`));
  child.unref();
  while (ended === undefined) {
    const postmaster = readPostmaster(clusterPath);
    if (postmaster?.pid === child.pid && postmaster?.status === "ready") {
      renameSync(ownLog, startLog);
      return postmaster;
    }
    if (Date.now() > deadline) {
      child.kill("SIGQUIT");
      renameSync(ownLog, startLog);
      throw new Error(
        `The embedded PostgreSQL did not become ready within ${START_LIMIT_MS / 1000} s: see ${startLog}.`,
      );
    }
    await pause(POLL_MS);
  }
  const output = readFileSync(ownLog, "utf8");
  renameSync(ownLog, startLog);
  // Another process was faster, or a dead backend still holds its memory.
  if (/postmaster\.pid" already exists|shared memory block|\.lock" already exists/.test(output))
    return undefined;
  const reason = output.split("\n").find((line) => line.includes("FATAL")) ?? ended;
  throw new Error(`The embedded PostgreSQL did not start: ${reason.trim()} (${startLog}).`);
}

/** In the cluster if the path is short enough, else in a temporary folder, else loopback. */
async function listenSettings(
  clusterPath: string,
  identity: ServerIdentity,
): Promise<Record<string, string>> {
  const fits = (folder: string): boolean =>
    Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= SOCKET_PATH_LIMIT;
  if (process.platform !== "win32") {
    if (fits(clusterPath)) return socketSettings(clusterPath);
    if (fits(join(tmpdir(), "samozanyatye-pg-XXXXXX"))) {
      const folder = await mkdtemp(join(tmpdir(), "samozanyatye-pg-"));
      await chmod(folder, 0o700);
      if (identity.owner !== undefined) await chown(folder, identity.owner.uid, identity.owner.gid);
      return socketSettings(folder);
    }
  }
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(await freePort()),
  };
}

function socketSettings(folder: string): Record<string, string> {
  // Quotes keep a comma or space from splitting the path.
  return {
    listen_addresses: "",
    unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
    port: String(SOCKET_PORT),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once("error", fail).listen(0, "127.0.0.1", done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === "string")
    throw new Error("No free port on 127.0.0.1 for the embedded PostgreSQL.");
  return address.port;
}

function connectionString(postmaster: Postmaster, password: string, database: string): string {
  const base = `postgres://postgres:${encodeURIComponent(password)}`;
  if (postmaster.socketFolder === "")
    return `${base}@127.0.0.1:${postmaster.port}/${encodeURIComponent(database)}`;
  const folder = encodeURIComponent(postmaster.socketFolder);
  return `${base}@localhost:${postmaster.port}/${encodeURIComponent(database)}?host=${folder}`;
}

async function answers(postmaster: Postmaster, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: connectionString(postmaster, password, "postgres"),
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Class 28: rejected password.
    if (String((error as { code?: string }).code).startsWith("28")) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Writes a checkpoint. A hung server is killed; the next start replays its log. */
async function stopServer(
  postmaster: Postmaster,
  clusterPath: string,
  logger: DatabaseLogger | undefined,
): Promise<void> {
  const { pid } = postmaster;
  if (!isServerOf(pid, clusterPath)) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isServerOf(pid, clusterPath) && Date.now() < deadline) await pause(POLL_MS);
  if (isServerOf(pid, clusterPath)) {
    logger?.warn({ pid }, "embedded PostgreSQL did not stop in time and is cut off");
    process.kill(pid, "SIGQUIT");
    const gone = Date.now() + CUT_OFF_MS;
    while (isServerOf(pid, clusterPath) && Date.now() < gone) await pause(POLL_MS);
  }
  const socketFolder = postmaster.socketFolder;
  if (socketFolder.startsWith(join(tmpdir(), "samozanyatye-pg-")) && existsSync(socketFolder)) {
    await rm(socketFolder, { recursive: true, force: true });
  }
  logger?.info({ pid }, "embedded PostgreSQL stopped");
}
