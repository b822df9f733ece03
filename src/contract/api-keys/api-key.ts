import { Type } from "typebox";
import { ROLE_IDS, type RoleId, Role } from "#contract/access/roles.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant } from "#contract/values/wire.ts";

/**
 * Decision: a key's scope is a role (`domain.md` §2.1); users, settings, keys, ownership and
 * signatures stay with people.
 */
export const API_KEY_ROLES = [
  "FINANCE_MANAGER",
  "ACCOUNTANT",
  "PROJECT_MANAGER",
  "RECRUITER",
  "VIEWER",
] as const satisfies readonly RoleId[];
export type ApiKeyRole = (typeof API_KEY_ROLES)[number];

export const API_KEY_STATE = defineStates({
  ACTIVE: { title: "Действует", tone: "good" },
  SUSPENDED: { title: "Приостановлен", tone: "warning" },
  EXPIRED: { title: "Истёк", tone: "neutral" },
  REVOKED: { title: "Отозван", tone: "bad" },
});
export type ApiKeyState = IdOf<typeof API_KEY_STATE>;

/**
 * `null` when both people work in the company: the key acts by one's right and confirms by the
 * other's code.
 */
export function whySuspended(people: {
  readonly responsible: { readonly name: string; readonly isHere: boolean };
  readonly codePerson: { readonly name: string; readonly isHere: boolean };
}): string | null {
  if (!people.responsible.isHere)
    return `за него отвечает ${people.responsible.name}, а этот человек больше не работает в компании`;
  if (!people.codePerson.isHere)
    return `коды приходят на телефон ${people.codePerson.name}, а этот человек больше не работает в компании`;
  return null;
}

/** Per company. */
export const MOST_API_KEYS = 20;
export const MOST_API_KEY_IPS = 20;

export const NewApiKey = Type.Object({
  title: text(60, 1),
  roleID: Type.Unsafe<ApiKeyRole>({ type: "string", enum: [...API_KEY_ROLES] }),
  ips: Type.Optional(Type.Array(text(43, 2), { maxItems: MOST_API_KEY_IPS })),
  /** Receives the one-time codes of the key. */
  codeUserID: Id,
  /** Last day, Moscow time; without it, until revoked. */
  expiresOn: Type.Optional(nullable(CalendarDate)),
});
export type NewApiKey = Type.Static<typeof NewApiKey>;

const KeyPerson = Type.Object({ id: Id, name: Type.String() });

/** The secret is shown only at creation. */
export const ApiKey = Type.Object({
  id: Id,
  title: Type.String(),
  hint: Type.String(),
  roleID: Type.Unsafe<RoleId>({ type: "string", enum: [...ROLE_IDS] }),
  role: Role,
  /** Issued while outside services were simulated; never works with real ones. */
  isSandbox: Type.Boolean(),
  /** Accepted addresses; empty: any. */
  ips: Type.Array(Type.String()),
  state: definitionOf(API_KEY_STATE),
  author: KeyPerson,
  /** The key may what its role and this person's present role allow. */
  responsible: KeyPerson,
  /** Receives the one-time codes. */
  codePerson: KeyPerson,
  suspension: nullable(Type.String()),
  createdAt: Instant,
  expiresAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
  lastIP: nullable(Type.String()),
  permissions: Type.Object({
    revoke: Type.Boolean(),
    takeOver: Type.Boolean(),
    updateNetworks: Type.Boolean(),
  }),
});
export type ApiKey = Type.Static<typeof ApiKey>;
