import type { SitemapEntry } from "#contract/pages/rendered-page.ts";
import { useLoaderData } from "react-router";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";

export interface PageAddress {
  /** Lower case, no trailing slash. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Origin of absolute links: `https://example.ru`. */
  readonly origin: string;
}

export interface PageHead {
  /** Title without the platform's name. */
  readonly title: string;
  /** Last breadcrumb: «Разнести листовки» of `/jobs/15`. */
  readonly crumb?: string;
  /** Up to 160 characters. */
  readonly description: string;
  /** schema.org without `@context`: a `JobPosting`. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
  /** The screen explains 404 (nothing here), 410 (no more), 429 (too many requests). */
  readonly status?: 200 | 404 | 410 | 429;
  /** `false`: sign-in, pages with filters. */
  readonly isIndexed?: boolean;
  /** Path, if not the page's. */
  readonly canonical?: string;
}

/** Over the network in the browser, in-process on the server. */
export type PageReader = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
) => Promise<AnswerOf<E>>;

/**
 * Exported beside the component. `load`, the loader, runs on the server for the first page, then in
 * the browser. Write `export const page = { async load(read, address) {…}, head(address, data) {…}
 * } satisfies PublicPage<Data>`.
 */
export interface PublicPage<Data = unknown> {
  /**
   * @throws ConsoleHttpError - its status becomes the page's; `PageMissing` - 404; `PageMoved` -
   * 301.
   */
  readonly load?: (read: PageReader, address: PageAddress) => Promise<Data>;
  readonly head: (address: PageAddress, data: Data) => PageHead;
  /** For `sitemap.xml`: addresses of a route with parameters. */
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

export interface AnyPublicPage {
  readonly load?: (read: PageReader, address: PageAddress) => Promise<unknown>;
  readonly head: (address: PageAddress, data: never) => PageHead;
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

/** 404. */
export class PageMissing extends Error {}

/** 301 to a path of this site. */
export class PageMoved extends Error {
  readonly to: string;
  constructor(to: string) {
    super(to);
    this.to = to;
  }
}

export function usePageData<
  Page extends { load: (read: PageReader, address: PageAddress) => Promise<unknown> },
>(): Awaited<ReturnType<Page["load"]>> {
  return useLoaderData() as Awaited<ReturnType<Page["load"]>>;
}

/** Console frame around a page that the site has too. */
export interface ConsoleLayoutProps {
  /** Last breadcrumb. */
  readonly crumb?: string;
  readonly tabTitle?: string;
  /** A record, whose parts are read apart. */
  readonly isRecord?: boolean;
}
