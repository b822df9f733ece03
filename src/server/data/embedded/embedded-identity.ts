import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { lchown, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** PostgreSQL refuses to run as root. */
export interface ServerIdentity {
  /** For `spawn` and files; absent unless we are root. */
  owner?: { uid: number; gid: number };
  /** Prefix of the command, when files stay root's. */
  prefix: string[];
}

interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Not root: ourselves. Root: the owner of an existing cluster, `postgres` or `nobody`, whoever can
 * enter every folder; else (mode 0700) a user namespace in which root is not root.
 *
 * @param clusterPath - may not exist.
 * @throws Error saying what to change.
 */
export function chooseIdentity(folders: string[], clusterPath: string): ServerIdentity {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const reaching = candidates(clusterPath).find((user) =>
    folders.every((folder) => canEnter(user, folder)),
  );
  if (reaching !== undefined)
    return { owner: { uid: reaching.uid, gid: reaching.gid }, prefix: [] };
  if (spawnSync("unshare", ["--user", "--", "true"], { stdio: "ignore" }).status === 0) {
    return { owner: { uid: 0, gid: 0 }, prefix: ["unshare", "--user", "--"] };
  }
  throw new Error(
    `The embedded PostgreSQL cannot run as root, and no other user can enter ${folders.join(" and ")}: ` +
      "start as an ordinary user, set DATA_DIR to a folder that others may enter, or set DATABASE_URL.",
  );
}

/** In a user namespace the process stays root outside. */
export function spawnAs(identity: ServerIdentity): { uid?: number; gid?: number } {
  return identity.owner === undefined || identity.owner.uid === 0 ? {} : identity.owner;
}

export async function giveFolderTo(identity: ServerIdentity, path: string): Promise<void> {
  const owner = identity.owner;
  if (owner === undefined || statSync(path).uid === owner.uid) return;
  for (const entry of await readdir(path, { recursive: true }))
    await lchown(join(path, entry), owner.uid, owner.gid);
  // The folder last: an interrupted change is repeated.
  await lchown(path, owner.uid, owner.gid);
}

function candidates(clusterPath: string): SystemUser[] {
  const users: SystemUser[] = [];
  const cluster = statSync(clusterPath, { throwIfNoEntry: false });
  if (cluster !== undefined && cluster.uid !== 0)
    users.push({ uid: cluster.uid, gid: cluster.gid });
  const known = new Map<string, SystemUser>();
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":");
    // `spawn` takes no negative id (macOS `nobody`).
    if (name !== undefined && Number(uid) > 0)
      known.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const user = known.get(name);
    if (user !== undefined) users.push(user);
  }
  return users;
}

/** Needs the execute bit on the folder and its parents. */
function canEnter(user: SystemUser, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(user, parent);
}
