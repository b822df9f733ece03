import { data, type RouteObject } from "react-router";
import { ErrorPage } from "#web/ui/error-page.tsx";

/** Status 404 on the server. */
export function missingPage(path: string): RouteObject {
  return { path, loader: missing, Component: MissingPage };
}

function missing(): never {
  throw data(null, { status: 404 });
}

function MissingPage() {
  return <ErrorPage status={404} />;
}
