import { createHash } from "node:crypto";

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  name: string;
  sha256: string;
}

/**
 * Until version 0.1.0 the schema was made by 73 migrations, whose end is what the baseline makes.
 * `sha256` is of their list, as `sha256sum` prints it.
 */
const OLD_CHAIN = {
  first: "0001-people-and-accounts.sql",
  last: "0150-job-visibility.sql",
  sha256: "487a6cca41ad2a3428fbb0b106b5de0635098364e9811ffa8b6b9a30c80789a0",
};

/** @returns whether the migrations are those before the baseline, and whether all of them. */
export function oldChainOf(applied: readonly AppliedMigration[]): "none" | "part" | "whole" {
  const names = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  if (!names.has(OLD_CHAIN.first)) return "none";
  const list = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = list.map(([name, sha256]) => `${sha256}  ${name}\n`).join("");
  const digest = createHash("sha256").update(text).digest("hex");
  return digest === OLD_CHAIN.sha256 ? "whole" : "part";
}

/** Says the way on for a database, or a backup, that is in the middle of the old chain. */
export function refuseOldChain(applied: readonly AppliedMigration[]): never {
  throw new Error(
    `The database or backup stands at the migration ${applied.at(-1)?.name} and this version goes on from ${OLD_CHAIN.last}: open it with version 0.1.0 (commit 9a4c45c6) once, then with this one.`,
  );
}
