import type { SitemapEntry } from "#contract/pages/rendered-page.ts";
import { useLoaderData } from "react-router";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";

/** The address a public page is shown for. */
export interface PageAddress {
  /** Lower case, no trailing slash. */
  readonly path: string;
  /** Values of `:name` in the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** `https://example.ru`, for links that must be absolute. */
  readonly origin: string;
}

/** What search engines and messengers read of a page. */
export interface PageHead {
  /** Tab and heading in search results; the platform's name is added behind it. */
  readonly title: string;
  /**
   * Name of the last crumb, where the address alone does not tell it: «Разнести листовки» of
   * `/jobs/15`.
   */
  readonly crumb?: string;
  /** One or two sentences, up to 160 characters. */
  readonly description: string;
  /** Objects of schema.org beside the trail, e.g. a `JobPosting`; `@context` is added. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
  /**
   * 404, 410 or 429: the screen itself says, in its own way, that the address names nothing, names
   * it no more or is asked too often; 200 unless given.
   */
  readonly status?: 200 | 404 | 410 | 429;
  /** `false`: shown to people, left out by search engines (sign-in, pages with filters). */
  readonly isIndexed?: boolean;
  /** The address this page is known by, when it is not its own path: path from the root. */
  readonly canonical?: string;
}

/**
 * Makes a call of the contract as the visitor: over the network in the browser, inside the process
 * on the server.
 */
export type PageReader = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
) => Promise<AnswerOf<E>>;

/**
 * What the file of a site's page exports beside its component (`default`): `load` becomes the
 * loader of its route, called by the server for the first page and by the browser for the next
 * ones. Written as `export const page = { async load(read, address) {…}, head(address, data) {…} }
 * satisfies PublicPage<Data>`.
 */
export interface PublicPage<Data = unknown> {
  /**
   * @throws ConsoleHttpError of the call: its status becomes the page's; `PageMissing` for an
   *   address that names nothing; `PageMoved` for a redirect.
   */
  readonly load?: (read: PageReader, address: PageAddress) => Promise<Data>;
  readonly head: (address: PageAddress, data: Data) => PageHead;
  /**
   * The addresses `sitemap.xml` should name: for a route with parameters, or none of a page that
   * exists for its query only.
   */
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

/** A page of whatever data: what the collectors of modules know of it. */
export interface AnyPublicPage {
  readonly load?: (read: PageReader, address: PageAddress) => Promise<unknown>;
  readonly head: (address: PageAddress, data: never) => PageHead;
  readonly listAddresses?: (read: PageReader) => Promise<readonly (string | SitemapEntry)[]>;
}

/** The address is well formed and names nothing: 404. */
export class PageMissing extends Error {}

/** The page stands elsewhere: 301 to a path of this site. */
export class PageMoved extends Error {
  readonly to: string;
  constructor(to: string) {
    super(to);
    this.to = to;
  }
}

/** What the `load` of this screen has read: `usePageData<typeof page>()`. */
export function usePageData<
  Page extends { load: (read: PageReader, address: PageAddress) => Promise<unknown> },
>(): Awaited<ReturnType<Page["load"]>> {
  return useLoaderData() as Awaited<ReturnType<Page["load"]>>;
}
