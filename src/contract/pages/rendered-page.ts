import type { MyInfo } from "#contract/auth/session.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";

/**
 * Between the server and the built public pages: the server requests HTML, pages request data.
 * Neither imports the other's source.
 */
export interface PageRequest {
  /** Lower case, no trailing slash. */
  readonly path: string;
  /** With its question mark. */
  readonly search: string;
  /** Answer of `GET /console-config.json`. */
  readonly config: {
    readonly apiOrigins: Readonly<Record<ApiBase, string>>;
    readonly sandbox: boolean;
    /** Of absolute links: `https://example.ru`. */
    readonly siteOrigin: string;
  };
  readonly me: MyInfo | null;
  /** A GET as the visitor, e.g. `/client-api/job/list?page=2`. */
  readonly read: (address: string) => Promise<{ readonly status: number; readonly body: string }>;
}

export type RenderedPage =
  | { readonly kind: "moved"; readonly to: string }
  | {
      /** The browser draws the content, the server the frame. */
      readonly kind: "frame";
      readonly status: number;
      readonly body: string;
      readonly seed: string;
    }
  | {
      readonly kind: "page";
      readonly status: number;
      /** Title, description, canonical, Open Graph. */
      readonly head: string;
      /** Of `#root`. */
      readonly body: string;
      /** To hydrate: JSON, escaped for a script element. */
      readonly seed: string;
      /** Equal for every visitor until the end of this Moscow day. */
      readonly isStatic: boolean;
    };

/**
 * Every URL outside the console, and every URL of whoever is signed in; unknown ones get a page
 * with status 404.
 */
type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

export interface SitemapEntry {
  readonly path: string;
  /** yyyy-MM-dd; absent when not recorded. */
  readonly changedOn?: string;
}

/** Of `dist/public-pages/render.js`. */
export interface PublicPagesBuild {
  readonly renderPage: RenderPage;
  readonly listPages: (read: PageRequest["read"]) => Promise<readonly SitemapEntry[]>;
}
