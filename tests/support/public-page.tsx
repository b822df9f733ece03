import type { ReactNode } from "react";
import { findRoute, LIGHT_ROUTES, pageAddress } from "#console/app/light-routes.tsx";
import { PageData, type AnyPublicPage, type PageHead, type PageReader } from "#console/providers/page-module.ts";

const ORIGIN = "https://platform.example";
const readNothing: PageReader = () => Promise.reject(new Error("A static page calls nothing"));

/**
 * What the server makes of a public address before it renders: the module, its data and its head.
 *
 * @param read - answers the calls of a page that has data: see `pageReader`.
 */
export async function openPublicPage(address: string, read: PageReader = readNothing): Promise<{ readonly screen: ReactNode; readonly head: PageHead; readonly data: unknown }> {
  const url = new URL(address, ORIGIN);
  const route = findRoute(LIGHT_ROUTES, url.pathname);
  if (!route) throw new Error(`No public page at ${address}`);
  const { default: Screen, page } = (await route.screen()) as { default: () => ReactNode; page?: AnyPublicPage };
  if (!page) throw new Error(`${route.path} exports no page`);
  const at = pageAddress(route, url.pathname, url.search, ORIGIN);
  const data = await page.load?.(read, at);
  return {
    screen: (
      <PageData value={data}>
        <Screen />
      </PageData>
    ),
    head: page.head(at, data as never),
    data,
  };
}
