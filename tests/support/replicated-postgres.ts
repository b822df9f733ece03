import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { createDatabase } from "#server/data/database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";

/** A real primary and replica, with a line to the replica that can be held. */
export interface ReplicatedPostgres {
  readonly primary: TestDatabase;
  /** Through the line. */
  readonly replicaUrl: string;
  /** It answers without later commits. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Connections are never answered. */
  holdLine(): void;
  releaseLine(): void;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

const SETTINGS = {
  shared_buffers: "32MB",
  wal_level: "replica",
  hot_standby: "on",
  max_wal_senders: "4",
  wal_keep_size: "256MB",
  max_connections: "60",
};

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const [primaryFolder, replicaFolder] = [join(folder, "a"), join(folder, "b")];
  const primaryServer = await startEmbeddedPostgres({ dataDir: primaryFolder, settings: SETTINGS });
  const primaryUrl = primaryServer.connectionString();
  const primary = createDatabase({ connectionString: primaryUrl, applicationName: "tests" });
  await migrate(primary.pool);
  await copyCluster(primaryUrl, primaryFolder, replicaFolder);

  const { password, port, searchParams } = new URL(primaryUrl);
  const primary_conninfo = `host=${searchParams.get("host")} port=${port} user=postgres password=${password} application_name=replica`;
  let server: EmbeddedPostgres | null = null;
  const startReplica = async () => {
    server = await startEmbeddedPostgres({
      dataDir: replicaFolder,
      settings: { ...SETTINGS, primary_conninfo },
    });
  };
  const stopReplica = async () => {
    await server?.stop();
    server = null;
  };
  await startReplica();
  const line = await openLine(() => server?.connectionString() ?? null);
  const onReplica = async (text: string) => {
    const client = new pg.Client({ connectionString: server?.connectionString() ?? "" });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  const throughLine = new URL((server as unknown as EmbeddedPostgres).connectionString());
  throughLine.search = "";
  throughLine.host = `127.0.0.1:${line.port}`;

  return {
    primary: { ...primary, connectionString: primaryUrl, drop: () => primary.close() },
    replicaUrl: throughLine.href,
    pauseReplay: () => onReplica("SELECT pg_wal_replay_pause()"),
    resumeReplay: () => onReplica("SELECT pg_wal_replay_resume()"),
    holdLine: line.hold,
    releaseLine: line.release,
    stopReplica,
    startReplica,
    async close() {
      line.close();
      await primary.close();
      await stopReplica();
      await primaryServer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Embedded PostgreSQL lacks `pg_basebackup`. */
async function copyCluster(primaryUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  await client.query("SELECT pg_backup_start('replica', true)");
  mkdirSync(to, { mode: statSync(from).mode });
  cpSync(join(from, "postgres-password"), join(to, "postgres-password"));
  cpSync(join(from, "postgres"), join(to, "postgres"), {
    recursive: true,
    filter: (path) =>
      !/postmaster\.(pid|opts)$|\.s\.PGSQL|pg_wal\/.|pg_stat_tmp\/.|pg_replslot\/./.test(path),
  });
  const { rows } = await client.query<{ labelfile: string }>(
    "SELECT labelfile FROM pg_backup_stop(false)",
  );
  writeFileSync(join(to, "postgres", "backup_label"), rows[0]?.labelfile ?? "");
  writeFileSync(join(to, "postgres", "standby.signal"), "");
  await client.end();
  // PostgreSQL runs as another user under root.
  const { uid, gid } = statSync(join(from, "postgres"));
  giveTo(uid, gid, join(to, "postgres"));
}

function giveTo(uid: number, gid: number, path: string): void {
  chownSync(path, uid, gid);
  const stat = statSync(path);
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(uid, gid, join(path, name));
}

/** A port to the server's socket. */
async function openLine(
  target: () => string | null,
): Promise<{ readonly port: number; hold(): void; release(): void; close(): void }> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const address = target();
    if (address === null) return void near.destroy();
    const url = new URL(address);
    const far = connect({ path: `${url.searchParams.get("host")}/.s.PGSQL.${url.port}` });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("data", (data) => isHeld || other.write(data));
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const cut = () => sockets.forEach((one) => one.destroy());
  return {
    port: address === null || typeof address === "string" ? 0 : address.port,
    hold: () => void (isHeld = true),
    release() {
      isHeld = false;
      // Held data is lost.
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
