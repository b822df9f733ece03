import type { Access } from "#contract/access/access.ts";

/** One page. The server, the build and both fronts read it. */
export interface PageRoute {
  /** Lower-case path of React Router: `/profile/payroll-registry/:id`. */
  readonly path: string;
  readonly access: Access;
  /**
   * File of the screen below `src`, loaded on demand. Its name ends in `-page`, `-list`, `-show` or
   * `-upload`: the fronts find screens by that.
   */
  readonly screen: `site/${string}.tsx` | `console/${string}.tsx`;
  /** Breadcrumb; a record sets its own by `usePageTitle`. */
  readonly crumb?: string;
  /**
   * On a page of the site: for whoever is signed in it is a page of the console, at the same
   * address.
   */
  readonly inConsole?: true;
  /** Narrows the parameters where the path matches too much: `/jobs/create` is no service group. */
  readonly accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean;
}
