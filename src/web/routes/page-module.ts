import type { SitemapEntry } from "#contract/pages/rendered-page.ts";
import { useLoaderData } from "react-router";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";

export interface PageAddress {
  /** Lower case, no trailing slash. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Of absolute links: `https://example.ru`. */
  readonly origin: string;
}

/** For search engines and messengers. */
export interface PageHead {
  /** The platform's name is appended. */
  readonly title: string;
  /** Last breadcrumb where the path does not tell it: «Разнести листовки» of `/jobs/15`. */
  readonly crumb?: string;
  /** One or two sentences, up to 160 characters. */
  readonly description: string;
  /** schema.org, beside the breadcrumbs: a `JobPosting`; `@context` is added. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
  /** The screen itself explains 404 (nothing here), 410 (no more), 429 (too many requests). */
  readonly status?: 200 | 404 | 410 | 429;
  /** `false`: sign-in, pages with filters. */
  readonly isIndexed?: boolean;
  /** Path, when it differs from the page's. */
  readonly canonical?: string;
}

/** As the visitor: over the network in the browser, in-process on the server. */
export type PageReader = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
) => Promise<AnswerOf<E>>;

/**
 * Exported beside the component (`default`) of a site page's file. `load`, the route's loader, is
 * called on the server for the first page and in the browser for later ones. Write `export const
 * page = { async load(read, address) {…}, head(address, data) {…} } satisfies PublicPage<Data>`.
 */
export interface PublicPage<Data = unknown> {
  /**
   * @throws ConsoleHttpError - its status becomes the page's; `PageMissing` - 404; `PageMoved` -
   * 301.
   */
  readonly load?: (read: PageReader, address: PageAddress) => Promise<Data>;
  readonly head: (address: PageAddress, data: Data) => PageHead;
  /**
   * For `sitemap.xml`: of a route with parameters; none for a page that exists for its query only.
   */
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

export interface AnyPublicPage {
  readonly load?: (read: PageReader, address: PageAddress) => Promise<unknown>;
  readonly head: (address: PageAddress, data: never) => PageHead;
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

/** A valid URL that names nothing: 404. */
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

/** For the console's frame around a page that the site has too. */
export interface ConsoleLayoutProps {
  /** Last breadcrumb. */
  readonly crumb?: string;
  readonly tabTitle?: string;
  /** Of one record, whose parts are read apart. */
  readonly isRecord?: boolean;
}
