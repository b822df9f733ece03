import type { Caller } from "#contract/access/access.ts";

/** The cast of the demonstration data. */
export const FINANCE_MANAGER = "79000000003";
export const OWNER = "79000000001";
export const VIEWER = "79000000008";
export const WORKER = "79000000101";

/** People the walks look with; together they may open everything. `phone: null` is a guest. */
export const WALKERS: readonly {
  readonly name: string;
  readonly phone: string | null;
  readonly caller: Caller | null;
}[] = [
  { name: "a guest", phone: null, caller: null },
  { name: "the owner", phone: OWNER, caller: { role: "OWNER", isWorkman: false } },
  { name: "a worker", phone: WORKER, caller: { role: null, isWorkman: true } },
];
