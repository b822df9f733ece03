import type { ReactNode } from "react";
import { matchPath } from "react-router";
import { pagesDoor } from "#console/pages/index.tsx";
import { PageData, type AnyPublicPage, type PageAddress, type PageHead } from "#console/providers/page-module.ts";

const ORIGIN = "https://platform.example";

/** What the server makes of a public address before it renders: the module, its data and its head. */
export async function openPublicPage(address: string): Promise<{ readonly screen: ReactNode; readonly head: PageHead }> {
  const url = new URL(address, ORIGIN);
  for (const route of pagesDoor.routes) {
    const match = matchPath(route.path, url.pathname);
    if (!match) continue;
    const { default: Screen, page } = (await route.screen()) as { default: () => ReactNode; page?: AnyPublicPage };
    if (!page) throw new Error(`${route.path} exports no page`);
    const at: PageAddress = { path: url.pathname, params: match.params as Record<string, string>, query: url.searchParams, origin: ORIGIN };
    const data = await page.load?.(() => Promise.reject(new Error("A static page calls nothing")), at);
    return {
      screen: (
        <PageData value={data}>
          <Screen />
        </PageData>
      ),
      head: page.head(at, data as never),
    };
  }
  throw new Error(`No public page at ${address}`);
}
