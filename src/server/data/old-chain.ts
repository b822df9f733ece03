import { createHash } from "node:crypto";

export interface AppliedMigration {
  name: string;
  sha256: string;
}

/** The 73 migrations before version 0.1.0. `sha256`: of their list in `sha256sum`'s format. */
const OLD_CHAIN = {
  first: "0001-people-and-accounts.sql",
  last: "0150-job-visibility.sql",
  sha256: "487a6cca41ad2a3428fbb0b106b5de0635098364e9811ffa8b6b9a30c80789a0",
};

export function oldChainOf(applied: readonly AppliedMigration[]): "none" | "part" | "whole" {
  const names = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  if (!names.has(OLD_CHAIN.first)) return "none";
  const list = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = list.map(([name, sha256]) => `${sha256}  ${name}\n`).join("");
  const digest = createHash("sha256").update(text).digest("hex");
  return digest === OLD_CHAIN.sha256 ? "whole" : "part";
}

export function refuseOldChain(applied: readonly AppliedMigration[]): never {
  throw new Error(
    `The database or backup stands at the migration ${applied.at(-1)?.name} and this version goes on from ${OLD_CHAIN.last}: open it with version 0.1.0 (commit 9a4c45c6) once, then with this one.`,
  );
}
