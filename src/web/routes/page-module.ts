import type { SitemapEntry } from "#contract/pages/rendered-page.ts";
import { useLoaderData } from "react-router";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";

/** URL of a public page. */
export interface PageAddress {
  /** Lower case, no trailing slash. */
  readonly path: string;
  /** Values of `:name` in the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** `https://example.ru`, for absolute links. */
  readonly origin: string;
}

/** Metadata for search engines and messengers. */
export interface PageHead {
  /** Document title; the platform's name is appended. */
  readonly title: string;
  /**
   * Label of the last breadcrumb where the path does not tell it: «Разнести листовки» of
   * `/jobs/15`.
   */
  readonly crumb?: string;
  /** One or two sentences, up to 160 characters. */
  readonly description: string;
  /** schema.org objects beside the breadcrumbs, e.g. a `JobPosting`; `@context` is added. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
  /**
   * The screen itself explains a 404 (nothing here), 410 (no more) or 429 (too many requests); 200
   * by default.
   */
  readonly status?: 200 | 404 | 410 | 429;
  /** `false` keeps the page from search engines (sign-in, pages with filters). */
  readonly isIndexed?: boolean;
  /** Canonical path when it differs from the page's own. */
  readonly canonical?: string;
}

/** Sends a request as the visitor: over the network in the browser, in-process on the server. */
export type PageReader = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
) => Promise<AnswerOf<E>>;

/**
 * Export of a site page's file, beside the component (`default`). `load` becomes the route's
 * loader, called on the server for the first page and in the browser for later ones. Write `export
 * const page = { async load(read, address) {…}, head(address, data) {…} } satisfies
 * PublicPage<Data>`.
 */
export interface PublicPage<Data = unknown> {
  /**
   * @throws ConsoleHttpError - its status becomes the page's; `PageMissing` - 404; `PageMoved` -
   *   301.
   */
  readonly load?: (read: PageReader, address: PageAddress) => Promise<Data>;
  readonly head: (address: PageAddress, data: Data) => PageHead;
  /**
   * URLs for `sitemap.xml`: of a route with parameters, or none for a page that exists for its
   * query only.
   */
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

/** A page with any data, for code that collects modules. */
export interface AnyPublicPage {
  readonly load?: (read: PageReader, address: PageAddress) => Promise<unknown>;
  readonly head: (address: PageAddress, data: never) => PageHead;
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

/** The URL is valid but names nothing: 404. */
export class PageMissing extends Error {}

/** The page has moved: 301 to a path of this site. */
export class PageMoved extends Error {
  readonly to: string;
  constructor(to: string) {
    super(to);
    this.to = to;
  }
}

/** Data of this screen's `load`: `usePageData<typeof page>()`. */
export function usePageData<
  Page extends { load: (read: PageReader, address: PageAddress) => Promise<unknown> },
>(): Awaited<ReturnType<Page["load"]>> {
  return useLoaderData() as Awaited<ReturnType<Page["load"]>>;
}

/** What the console's frame is told of an open page that the site has too. */
export interface ConsoleLayoutProps {
  /** Last breadcrumb. */
  readonly crumb?: string;
  readonly tabTitle?: string;
  /** A page of one record, whose parts are read apart. */
  readonly isRecord?: boolean;
}
