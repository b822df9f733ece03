import type { Access } from "#contract/access/access.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { RoleId } from "#contract/access/roles.ts";

/** Read from the session each time: a demoted user loses the next request. */
export interface Actor {
  readonly personId: number;
  readonly sessionId: string;
  readonly phone: string;
  readonly name: string;
  /** Acted for now; `null`: a worker without one. */
  readonly accountId: number | null;
  readonly role: RoleId | null;
  /** `null`: not limited. */
  readonly projectIds: readonly number[] | null;
  readonly workmanId: number | null;
  readonly isWorkman: boolean;
  /**
   * A call by API key: `personId` is whoever answers for the key, `responsibleRole` his present
   * role, `phone` that of the person who gets its codes.
   */
  readonly apiKeyId?: number;
  readonly responsibleRole?: RoleId;
  /** His one-time code confirms; absent: the person's own. */
  readonly codePersonId?: number;
  /** By the database's clock; kept only with a read replica. */
  readonly wroteAt?: Date | null;
}

export type AccountActor = Actor & { readonly accountId: number; readonly role: RoleId };
export type WorkmanActor = Actor & { readonly workmanId: number };

/** His one-time code confirms: four eyes are counted by it. */
export function confirmerOf({ codePersonId, personId }: Actor): number {
  return codePersonId ?? personId;
}

export type ActorFor<A extends Access> = A extends "public"
  ? Actor | null
  : A extends "account" | Permission
    ? AccountActor
    : A extends "workman"
      ? WorkmanActor
      : A extends { anyOf: readonly (infer One extends Access)[] }
        ? ActorFor<One>
        : Actor;
