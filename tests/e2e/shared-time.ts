import type { BrowserContext } from "@playwright/test";
import type { Product } from "./product.ts";

/** Keeps browser and product in one time: journeys move the product's clock. */
interface Follower {
  readonly context: BrowserContext;
  readonly product: Product;
}

const followers = new Map<BrowserContext, Follower>();

export async function keepInStep(context: BrowserContext, product: Product): Promise<void> {
  if (followers.has(context)) return;
  const follower = { context, product };
  followers.set(context, follower);
  context.once("close", () => followers.delete(context));
  const aheadMs = await product.aheadMs();
  await context.addInitScript(shiftDate);
  await setAhead(follower, aheadMs);
}

export async function stepForward(product: Product, seconds: number): Promise<void> {
  await product.moveClock(seconds);
  const aheadMs = await product.aheadMs();
  for (const follower of followers.values())
    if (follower.product === product) await setAhead(follower, aheadMs);
}

async function setAhead({ context }: Follower, aheadMs: number): Promise<void> {
  const set = (ms: number) => Object.assign(globalThis, { aheadMs: ms });
  await context.addInitScript(set, aheadMs);
  await Promise.all(context.pages().map((page) => page.evaluate(set, aheadMs)));
}

/** Runs before the page's scripts. */
function shiftDate(): void {
  const clock = globalThis as unknown as { aheadMs?: number; Date: DateConstructor };
  const Real = clock.Date;
  const now = () => Real.now() + (clock.aheadMs ?? 0);
  clock.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
  });
}
