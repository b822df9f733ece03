import { pagesDoor } from "#console/pages/index.tsx";
import { openPublicPage } from "./public-page.tsx";
import { renderConsole } from "./render-console.tsx";

export { openPublicPage };

/** Shows a public page at its address, as a browser does after the server. */
export async function renderPublicPage(address: string) {
  const { screen, head } = await openPublicPage(address);
  const pages = pagesDoor.routes.map(({ path }) => path);
  return Object.assign(renderConsole(screen, { address, pages }), { head });
}
