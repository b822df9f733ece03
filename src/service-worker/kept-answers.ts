import { dated, isFresh, keptAt, keptFor } from "#web/offline/kept-store.ts";

const MY_INFO = "/client-api/user/my-info";

/**
 * Puts in only what the person for whom the store is kept has read himself, and gives it to nobody
 * else. A plugin of Workbox.
 */
export const keptAnswers = {
  /** Without headers: a request is stored with them, and one of them is the token. */
  cacheKeyWillBeUsed: async ({ request }: { request: Request }) => request.url,

  async cacheWillUpdate({ request, response }: { request: Request; response: Response }) {
    const owner = await keptFor();
    if (response.status !== 200 || owner === null || callerOf(request) !== owner) return null;
    const { pathname } = new URL(request.url);
    return dated(pathname === MY_INFO ? await withoutSeal(response) : response);
  },

  async cachedResponseWillBeUsed({
    cachedResponse,
    event,
  }: {
    cachedResponse?: Response;
    event: ExtendableEvent;
  }) {
    if (!cachedResponse || !isFresh(keptAt(cachedResponse))) return null;
    const owner = await keptFor();
    const caller = callerOf((event as FetchEvent).request);
    if (owner === null || (caller !== null && caller !== owner)) return null;
    const headers = new Headers(cachedResponse.headers);
    // Of a fresh answer the page takes the server's time.
    headers.delete("cache-control");
    return new Response(cachedResponse.body, { headers });
  },
};

/** By the bearer; `null` without one: the page could not renew it. */
function callerOf(request: Request): number | null {
  const [, claims] = request.headers.get("authorization")?.split(".") ?? [];
  if (claims === undefined) return null;
  const text = atob(claims.replaceAll("-", "+").replaceAll("_", "/"));
  return Number((JSON.parse(text) as { sub: string }).sub);
}

/** The key of drafts is told the person by the server alone. */
async function withoutSeal(answer: Response): Promise<Response> {
  const me = (await answer.json()) as object;
  return new Response(JSON.stringify({ ...me, draftKey: "" }), { headers: answer.headers });
}
