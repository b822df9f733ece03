import { isAllowed } from "#contract/access/access.ts";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { EXAMPLES } from "./example-addresses.ts";
import type { Product } from "./product.ts";
import { WALKERS } from "./people.ts";

type Walker = (typeof WALKERS)[number];

/** A page for one walker. */
export interface Screen {
  readonly path: string;
  readonly isConsole: boolean;
  readonly walker: Walker;
}

const routes = [
  ...SITE_ROUTES.map((route) => ({ ...route, isConsole: false })),
  ...CONSOLE_ROUTES.map((route) => ({ ...route, isConsole: true })),
];

/** Every route for all who may open it. A guest sees the site. */
export const SCREENS: readonly Screen[] = routes.flatMap(({ path, isConsole, access }) =>
  WALKERS.filter(
    ({ phone, caller }) => isConsole === (phone !== null) && isAllowed(access, caller),
  ).map((walker) => ({ path, isConsole, walker })),
);

/** @throws Error for a record route without an example. */
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
