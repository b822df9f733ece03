/**
 * Answers kept on this device for the worker who used it last; the page says whose they are, the
 * service worker puts them in. Source: decision 0226.
 */
export const KEPT = "kept-answers";
/** Header of an answer that comes from here: when it was put, ms. */
export const KEPT_AT = "kept-at";
const OWNER = "/kept-for";
const LIFE_MS = 30 * 86_400_000;
/** A list, its filters and its papers make a few dozen. */
const MOST_ANSWERS = 200;

/** Those of anybody else go, and what is too old or too much. */
export async function keepFor(personId: number): Promise<void> {
  if ((await keptFor()) !== personId) await dropKept();
  const kept = await caches.open(KEPT);
  await kept.put(OWNER, dated(new Response(String(personId))));
  const addresses = await kept.keys();
  const answers = await Promise.all(
    addresses.map(async (address) => ({ address, at: keptAt(await kept.match(address)) })),
  );
  const latest = answers.filter(({ at }) => isFresh(at)).sort((a, b) => b.at - a.at);
  const staying = new Set(latest.slice(0, MOST_ANSWERS).map(({ address }) => address));
  await Promise.all(
    addresses.filter((one) => !staying.has(one)).map((address) => kept.delete(address)),
  );
}

/** `null`: nothing is kept, and nothing may be. */
export async function keptFor(): Promise<number | null> {
  if (typeof caches === "undefined" || !(await caches.has(KEPT))) return null;
  const owner = await (await caches.open(KEPT)).match(OWNER);
  return owner && isFresh(keptAt(owner)) ? Number(await owner.text()) : null;
}

/** An insecure address and a private window have no store, so nothing to delete. */
export async function dropKept(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(KEPT).catch(() => undefined);
}

/** Also the service worker, which a visitor does without. */
export async function forgetHere(): Promise<void> {
  await dropKept();
  const registration = await globalThis.navigator?.serviceWorker
    ?.getRegistration()
    .catch(() => undefined);
  await registration?.unregister();
}

export function dated(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(Date.now()));
  return new Response(answer.body, { headers });
}

export function isFresh(at: number): boolean {
  return Date.now() - at < LIFE_MS;
}

/** 0: never. */
export function keptAt(answer: Response | undefined): number {
  return Number(answer?.headers.get(KEPT_AT) ?? 0);
}
