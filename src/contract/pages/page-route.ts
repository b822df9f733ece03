import type { Access } from "#contract/access/access.ts";

export interface PageRoute {
  /** Lower case: `/profile/payroll-registry/:id`. */
  readonly path: string;
  readonly access: Access;
  /** Below `src`. The fronts find screens by the ending: `-page`, `-list`, `-show`, `-upload`. */
  readonly screen: `site/${string}.tsx` | `console/${string}.tsx`;
  /** A record sets its own by `usePageTitle`. */
  readonly crumb?: string;
  /** For signed-in people a page of the console. */
  readonly inConsole?: true;
  /** Where the path matches too much: `/jobs/create`. */
  readonly accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean;
}
