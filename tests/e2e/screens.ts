import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isAllowed, type Access, type SimpleAccess } from "#contract/access/access.ts";
import type { Product } from "./product.ts";
import { WALKERS } from "./people.ts";

type Walker = (typeof WALKERS)[number];

/** A page of the product as one of the walkers sees it. */
export interface Screen {
  /** Pattern of the route. */
  readonly path: string;
  readonly isConsole: boolean;
  readonly walker: Walker;
}

const routes = JSON.parse(readFileSync(resolve("dist/console/route-preloads.json"), "utf8")) as { path: string; isConsole: boolean; access: string }[];

/** Every route with everybody who may open it: a new screen joins by itself. Pages of the site are looked at by a guest. */
export const SCREENS: readonly Screen[] = routes.flatMap(({ path, isConsole, access }) =>
  WALKERS.filter(({ phone, caller }) => isConsole === (phone !== null) && isAllowed(accessOf(access), caller)).map((walker) => ({ path, isConsole, walker })),
);

/** Reads a call of the open or client API as the owner. */
type Read = (call: string) => Promise<{ items: { id: number; state?: { id: string } }[] }>;

/** Addresses of the demonstration for routes that name a record; one of each state where states look different. */
const EXAMPLES: Readonly<Record<string, (read: Read) => Promise<readonly string[]>>> = {
  "/documents/:name": async () => ["/documents/data-policy"],
  "/accounts/:id": async () => ["/accounts/1"],
  "/workmans/:id": async () => ["/workmans/1"],
  "/jobs/:key": async () => ["/jobs/97", "/jobs/warehouse"],
  "/jobs/customer/:group": async () => ["/jobs/customer/warehouse"],
  "/jobs/customer/:group/:service": async () => ["/jobs/customer/warehouse/loading"],
  "/jobs/workman/:group": async () => ["/jobs/workman/warehouse"],
  "/jobs/workman/:group/:service": async () => ["/jobs/workman/warehouse/loading"],
  "/jobs/:group/:service": async () => ["/jobs/warehouse/loading"],
  "/profile/mass-arbitrate/import/:id": async (read) => onePerState((await read("/client-api/mass-arbitrate/import?perPage=100")).items).map((id) => `/profile/mass-arbitrate/import/${id}`),
  "/profile/job-registry/:id": async (read) => onePerState((await read("/client-api/job/registries?perPage=100")).items).map((id) => `/profile/job-registry/${id}`),
  "/profile/workman-registry/:id": async (read) => onePerState((await read("/client-api/workman-registry?perPage=100")).items).map((id) => `/profile/workman-registry/${id}`),
  "/profile/workman-registration-registry/:id": async (read) => onePerState((await read("/client-api/workman/registries?perPage=100")).items).map((id) => `/profile/workman-registration-registry/${id}`),
  "/profile/account/webhooks/:id": async (read) => [`/profile/account/webhooks/${(await read("/open-api/v1/account/webhooks")).items[0]?.id}`],
  "/profile/payroll-registry/:id": async (read) => onePerState((await read("/open-api/v1/payroll-registries?perPage=100")).items).map((id) => `/profile/payroll-registry/${id}`),
};

/** @throws Error when the route names a record and nobody has said where the demonstration has one. */
export async function addressesOf(path: string, product: Product, token: () => Promise<string>): Promise<readonly string[]> {
  if (!path.includes(":")) return [path];
  const examples = EXAMPLES[path];
  if (!examples) throw new Error(`tests/e2e/screens.ts names no example address of ${path}`);
  return examples(async (call) => {
    const answer = await fetch(product.url + call, { headers: { authorization: `Bearer ${await token()}` } });
    if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Awaited<ReturnType<Read>>;
  });
}

function onePerState(items: readonly { readonly id: number; readonly state?: { readonly id: string } }[]): number[] {
  const states = new Set<string | undefined>();
  return items.filter(({ state }) => !states.has(state?.id) && states.add(state?.id)).map(({ id }) => id);
}

function accessOf(text: string): Access {
  const anyOf = text.split(",") as SimpleAccess[];
  return anyOf.length === 1 ? (anyOf[0] as SimpleAccess) : { anyOf };
}
