import { useLocation, useMatches } from "react-router";
import { pageAddress, type SiteHandle } from "#site/site-routes.ts";
import { siteOrigin } from "#web/ui/page-index.ts";
import type { PageHead } from "#web/routes/page-module.ts";

export function useOpenHead(): PageHead | null {
  const { pathname, search } = useLocation();
  const match = useMatches().at(-1);
  const page = (match?.handle as SiteHandle | undefined)?.page;
  if (!page || (page.load && match?.loaderData === undefined)) return null;
  return page.head(
    pageAddress(siteOrigin() + pathname + search, match?.params ?? {}),
    match?.loaderData as never,
  );
}
