import type { Access } from "#contract/access/access.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { RoleId } from "#contract/access/roles.ts";

/**
 * The signed-in person of a request, read from the session each time, so a demoted user loses the
 * next request.
 */
export interface Actor {
  readonly personId: number;
  readonly sessionId: string;
  readonly phone: string;
  readonly name: string;
  /** Account the person currently acts for; `null` for a worker without one. */
  readonly accountId: number | null;
  readonly role: RoleId | null;
  /** Projects the person is limited to; `null` for all. */
  readonly projectIds: readonly number[] | null;
  readonly workmanId: number | null;
  readonly isWorkman: boolean;
  /**
   * Set for a call by API key: `personId` is then whoever answers for the key, `responsibleRole`
   * his present role, `phone` that of the person who gets its codes.
   */
  readonly apiKeyId?: number;
  readonly responsibleRole?: RoleId;
  /** Whose one-time code confirms; absent: his own. */
  readonly codePersonId?: number;
  /** Last change by the session, by the database's clock; kept only with a read replica. */
  readonly wroteAt?: Date | null;
}

export type AccountActor = Actor & { readonly accountId: number; readonly role: RoleId };
export type WorkmanActor = Actor & { readonly workmanId: number };

/** Whose one-time code confirms what the caller asks: four eyes are counted by it. */
export function confirmerOf({ codePersonId, personId }: Actor): number {
  return codePersonId ?? personId;
}

/** What `serve` has proved about the caller, so that handlers need no checks of their own. */
export type ActorFor<A extends Access> = A extends "public"
  ? Actor | null
  : A extends "account" | Permission
    ? AccountActor
    : A extends "workman"
      ? WorkmanActor
      : A extends { anyOf: readonly (infer One extends Access)[] }
        ? ActorFor<One>
        : Actor;
