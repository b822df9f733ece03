import type { Caller } from "#contract/access/access.ts";

/** People of the demonstration. */
export const FINANCE_MANAGER = "79000000003";
export const OWNER = "79000000001";
export const VIEWER = "79000000008";
export const WORKER = "79000000101";

/** Together they may open everything. `phone: null`: a guest. */
export const WALKERS: readonly {
  readonly name: string;
  readonly phone: string | null;
  readonly caller: Caller | null;
}[] = [
  { name: "a guest", phone: null, caller: null },
  { name: "the owner", phone: OWNER, caller: { role: "OWNER", isWorkman: false } },
  { name: "a worker", phone: WORKER, caller: { role: null, isWorkman: true } },
];
