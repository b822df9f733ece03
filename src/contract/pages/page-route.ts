import type { Access } from "#contract/access/access.ts";

export interface PageRoute {
  /** Lower case: `/profile/payroll-registry/:id`. */
  readonly path: string;
  readonly access: Access;
  /**
   * Below `src`, loaded on demand. The name ends in `-page`, `-list`, `-show` or `-upload`: the
   * fronts find screens by that.
   */
  readonly screen: `site/${string}.tsx` | `console/${string}.tsx`;
  /** A record sets its own by `usePageTitle`. */
  readonly crumb?: string;
  /** A page of the site that is a page of the console for whoever is signed in. */
  readonly inConsole?: true;
  /** Where the path matches too much: `/jobs/create` is no service group. */
  readonly accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean;
}
