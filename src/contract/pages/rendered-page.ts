import type { MyInfo } from "#contract/auth/session.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";

/** Between the server and the built public pages; neither imports the other's source. */
export interface PageRequest {
  /** Lower case, no trailing slash. */
  readonly path: string;
  /** With its question mark. */
  readonly search: string;
  /** Answer of `GET /console-config.json`. */
  readonly config: {
    readonly apiOrigins: Readonly<Record<ApiBase, string>>;
    readonly sandbox: boolean;
    /** `https://example.ru`. */
    readonly siteOrigin: string;
  };
  readonly me: MyInfo | null;
  /** Reads as the visitor: `/client-api/job/list?page=2`. */
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
      /** Content of `#root`. */
      readonly body: string;
      /** JSON for hydration, escaped for a script element. */
      readonly seed: string;
      /** Equal for all until the end of the Moscow day. */
      readonly isStatic: boolean;
    };

/** Renders URLs outside the console, and all of signed-in people; unknown ones with status 404. */
type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

export interface SitemapEntry {
  readonly path: string;
  /** yyyy-MM-dd; absent when unknown. */
  readonly changedOn?: string;
}

/** Exports of `dist/public-pages/render.js`. */
export interface PublicPagesBuild {
  readonly renderPage: RenderPage;
  readonly listPages: (read: PageRequest["read"]) => Promise<readonly SitemapEntry[]>;
}
