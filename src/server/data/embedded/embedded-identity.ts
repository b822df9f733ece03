import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { lchown, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** As whom the server programs run: PostgreSQL refuses to run as root. */
export interface ServerIdentity {
  /** Given to `spawn`, and the owner its files must have; absent when we are not root. */
  owner?: { uid: number; gid: number };
  /** Put before the program when the files stay root's and only the name of the user changes. */
  prefix: string[];
}

interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Chooses who runs the server. Not root: ourselves. Root: the owner of an existing cluster,
 * `postgres` or `nobody`, the first who can enter both folders; when nobody can (a folder of mode
 * 0700), a user namespace in which root is not root.
 *
 * @param folders - every folder the server must reach.
 * @param clusterPath - the cluster, which may not exist yet.
 * @throws Error with one sentence saying what to change.
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

/**
 * Whom to hand to `spawn`: in a user namespace the process stays root outside, so nothing is
 * switched.
 */
export function spawnAs(identity: ServerIdentity): { uid?: number; gid?: number } {
  return identity.owner === undefined || identity.owner.uid === 0 ? {} : identity.owner;
}

/** Gives a whole folder to the identity, when it is not already its own. */
export async function giveFolderTo(identity: ServerIdentity, path: string): Promise<void> {
  const owner = identity.owner;
  if (owner === undefined || statSync(path).uid === owner.uid) return;
  for (const entry of await readdir(path, { recursive: true }))
    await lchown(join(path, entry), owner.uid, owner.gid);
  // The folder itself comes last: an interrupted hand-over is seen as not done and is repeated.
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
    // A negative id (macOS `nobody`) means its unsigned twin to the kernel and cannot be given to
    // spawn.
    if (name !== undefined && Number(uid) > 0)
      known.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const user = known.get(name);
    if (user !== undefined) users.push(user);
  }
  return users;
}

/** Walks up to the root: entering a folder takes the execute bit on it and on everything above. */
function canEnter(user: SystemUser, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(user, parent);
}
