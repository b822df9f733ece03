import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import type { PageReader } from "#web/routes/page-module.ts";
import { openPublicPage } from "./public-page.tsx";
import { renderConsole } from "./render-console.tsx";

export { openPublicPage };

/** After the server's rendering. */
export async function renderPublicPage(address: string, read?: PageReader) {
  const { Screen, head, data } = await openPublicPage(address, read);
  const pages = SITE_ROUTES.map(({ path }) => path);
  return Object.assign(renderConsole(<Screen />, { address, pages, data }), { head, data });
}
