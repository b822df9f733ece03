import type { Access } from "#contract/access/access.ts";

/** One address of the product. The server, the build and both fronts read it here. */
export interface PageRoute {
  /** Lower-case path of React Router: `/profile/payroll-registry/:id`. */
  readonly path: string;
  readonly access: Access;
  /**
   * File of the screen below `src`, loaded when the address is visited. A screen's name ends in
   * `-page`, `-list`, `-show` or `-upload`: the fronts find it by that.
   */
  readonly screen: `site/${string}.tsx` | `console/${string}.tsx`;
  /** What the trail calls it; a record names itself by `usePageTitle`. */
  readonly crumb?: string;
  /**
   * Which parameters the page answers where the path says too little: `/jobs/create` is no group
   * of services.
   */
  readonly accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean;
}
