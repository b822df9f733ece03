import type { Access } from "#contract/access/access.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { RoleId } from "#contract/access/roles.ts";

/** Read per request: a demotion acts at once. */
export interface Actor {
  readonly personId: number;
  readonly sessionId: string;
  readonly phone: string;
  readonly name: string;
  /** `null`: a worker without one. */
  readonly accountId: number | null;
  readonly role: RoleId | null;
  /** `null`: all. */
  readonly projectIds: readonly number[] | null;
  readonly workmanId: number | null;
  readonly isWorkman: boolean;
  /**
   * A call by API key: `personId` is the person responsible for it, `responsibleRole` that person's
   * present role, `phone` where the codes go.
   */
  readonly apiKeyId?: number;
  readonly responsibleRole?: RoleId;
  /** Whose one-time code confirms; by default the person's own. */
  readonly codePersonId?: number;
  /** By the database's clock; only with a read replica. */
  readonly wroteAt?: Date | null;
}

export type AccountActor = Actor & { readonly accountId: number; readonly role: RoleId };
export type WorkmanActor = Actor & { readonly workmanId: number };

/** Who shares places of threads and keys of idempotency: a company, or a person without one. */
export function partyOf({ accountId, personId }: Actor): string {
  return accountId === null ? `person:${personId}` : partyOfAccount(accountId);
}

export const partyOfAccount = (accountId: number) => `account:${accountId}`;

export function senderOf(actor: Actor | null, ip: string): string {
  return actor ? partyOf(actor) : `ip:${ip}`;
}

/** Whose one-time code confirms: four eyes count these people. */
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
