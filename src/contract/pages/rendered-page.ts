import type { MyInfo } from "#contract/auth/session.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";

/**
 * The port between the server and the built public pages: the server requests HTML, pages request
 * data. Neither imports the other's source.
 */
export interface PageRequest {
  /** Lower case, no trailing slash. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Answer of `GET /console-config.json`. */
  readonly config: {
    readonly apiOrigins: Readonly<Record<ApiBase, string>>;
    readonly sandbox: boolean;
    /** Start of absolute links: `https://example.ru`. */
    readonly siteOrigin: string;
  };
  /** Whom the page is drawn for; `null` for a guest. */
  readonly me: MyInfo | null;
  /** Makes a GET as the visitor, e.g. `/client-api/job/list?page=2`. */
  readonly read: (address: string) => Promise<{ readonly status: number; readonly body: string }>;
}

/** A page ready for the console's template. */
export type RenderedPage =
  | { readonly kind: "moved"; readonly to: string }
  | {
      /** A page of the console: the browser draws its content, the server its frame. */
      readonly kind: "frame";
      readonly status: number;
      readonly body: string;
      readonly seed: string;
    }
  | {
      readonly kind: "page";
      readonly status: number;
      /** Elements of `<head>`: title, description, canonical, Open Graph. */
      readonly head: string;
      /** Content of `#root`. */
      readonly body: string;
      /** Data to hydrate the page: JSON, escaped for a script element. */
      readonly seed: string;
      /** Equal for every visitor of this Moscow day: may be cached until its end. */
      readonly isStatic: boolean;
    };

/**
 * For every URL outside the console, and for every URL of whoever is signed in; an unknown one gets
 * a page with status 404.
 */
type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

export interface SitemapEntry {
  readonly path: string;
  /** Day of the last change, yyyy-MM-dd; absent when not recorded. */
  readonly changedOn?: string;
}

/** Exports of `dist/public-pages/render.js`. */
export interface PublicPagesBuild {
  readonly renderPage: RenderPage;
  /** Every public URL a search engine should know. */
  readonly listPages: (read: PageRequest["read"]) => Promise<readonly SitemapEntry[]>;
}
