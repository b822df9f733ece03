import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isAllowed, type Access, type SimpleAccess } from "#contract/access/access.ts";
import { EXAMPLES } from "./example-addresses.ts";
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

const routes = JSON.parse(readFileSync(resolve("dist/console/route-preloads.json"), "utf8")) as {
  path: string;
  isConsole: boolean;
  access: string;
}[];

/**
 * Every route with everybody who may open it: a new screen joins by itself. Pages of the site are
 * looked at by a guest.
 */
export const SCREENS: readonly Screen[] = routes.flatMap(({ path, isConsole, access }) =>
  WALKERS.filter(
    ({ phone, caller }) => isConsole === (phone !== null) && isAllowed(accessOf(access), caller),
  ).map((walker) => ({ path, isConsole, walker })),
);

/**
 * @throws Error when the route names a record and nobody has said where the demonstration has one.
 */
export async function addressesOf(
  path: string,
  product: Product,
  token: () => Promise<string>,
): Promise<readonly string[]> {
  if (!path.includes(":")) return [path];
  const examples = EXAMPLES[path];
  if (!examples)
    throw new Error(`tests/e2e/example-addresses.ts names no example address of ${path}`);
  return examples(async (call) => {
    const answer = await fetch(product.url + call, {
      headers: { authorization: `Bearer ${await token()}` },
    });
    if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as never;
  });
}

function accessOf(text: string): Access {
  const anyOf = text.split(",") as SimpleAccess[];
  return anyOf.length === 1 ? (anyOf[0] as SimpleAccess) : { anyOf };
}
