import type { ApiBase } from "#contract/kernel/api-bases.ts";

/**
 * The port between the server and the built public pages: the server asks for the text of a page,
 * the pages ask the server for data. Neither imports the other's source.
 */
export interface PageRequest {
  /** Lower case, no trailing slash. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** `https://example.ru`: what absolute links begin with. */
  readonly origin: string;
  /** What `GET /console-config.json` answers. */
  readonly config: {
    readonly apiOrigins: Readonly<Record<ApiBase, string>>;
    readonly sandbox: boolean;
  };
  /** Makes a GET of one of the bases as a guest, e.g. `/client-api/job/list?page=2`. */
  readonly read: (address: string) => Promise<{ readonly status: number; readonly body: string }>;
}

/** A page ready to be put into the console's template. */
export type RenderedPage =
  | { readonly kind: "moved"; readonly to: string }
  | {
      readonly kind: "page";
      readonly status: number;
      /** Elements of `<head>`: title, description, canonical, Open Graph. */
      readonly head: string;
      /** Inside `#root`. */
      readonly body: string;
      /** What the browser needs to hydrate the page: JSON, safe inside a script element. */
      readonly seed: string;
      /** The same for every visitor of this day in Moscow: may be kept as long. */
      readonly isStatic: boolean;
    };

/**
 * For every address that is not the console's; one that names nothing is a page with status 404.
 */
type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

/** A line of `sitemap.xml` and where its date comes from. */
export interface SitemapEntry {
  readonly path: string;
  /** Day the page was changed last, yyyy-MM-dd; left out where nobody keeps it. */
  readonly changedOn?: string;
}

/** What `dist/public-pages/render.js` exports. */
export interface PublicPagesBuild {
  readonly renderPage: RenderPage;
  /** Every address of a public page that a search engine should know. */
  readonly listPages: (read: PageRequest["read"]) => Promise<readonly SitemapEntry[]>;
}
