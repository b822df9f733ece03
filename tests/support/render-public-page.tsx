import { LIGHT_ROUTES } from "#console/app/light-routes.tsx";
import type { PageReader } from "#console/providers/page-module.ts";
import { openPublicPage } from "./public-page.tsx";
import { renderConsole } from "./render-console.tsx";

export { openPublicPage };

/** Shows a public page at its address, as a browser does after the server. */
export async function renderPublicPage(address: string, read?: PageReader) {
  const { screen, head, data } = await openPublicPage(address, read);
  const pages = LIGHT_ROUTES.map(({ path }) => path);
  return Object.assign(renderConsole(screen, { address, pages }), { head, data });
}
