import { Type } from "typebox";
import { Role } from "#contract/access/roles.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import { nullable, Phone } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";

/** Decision: no rights before accepting with a one-time code. */
export const ACCOUNT_USER_STATE = defineEnumeration({ INVITED: "Приглашён", ACTIVE: "Активен" });
export type AccountUserState = IdOf<typeof ACCOUNT_USER_STATE>;

/** A removed user stays for the journal; nobody is shown him. */
export const ACCOUNT_USER_TRANSITIONS = defineTransitions(
  { ids: [...ACCOUNT_USER_STATE.ids, "DISABLED"] },
  {
    invite: { from: [], to: ["INVITED"], actor: ["account"] },
    accept: { from: ["INVITED"], to: ["ACTIVE"], actor: ["account"] },
    remove: { from: ["ACTIVE"], to: ["DISABLED"], actor: ["account"] },
  },
);

/**
 * While INVITED only what the inviter typed is shown. Source: specification §3, «Account user:
 * name, phone, email, roleID».
 */
export const AccountUser = Type.Object({
  id: Id,
  name: Type.String(),
  phone: Phone,
  email: nullable(Type.String()),
  roleID: Role.properties.id,
  role: Role,
  state: definitionOf(ACCOUNT_USER_STATE),
  /** `null`: all. */
  projectIDs: nullable(Type.Array(Id)),
  lastSeenAt: nullable(Instant),
  createdAt: Instant,
  isMe: Type.Boolean(),
  permissions: Type.Object({ update: Type.Boolean(), delete: Type.Boolean() }),
});
export type AccountUser = Type.Static<typeof AccountUser>;

export const AccountInvitation = Type.Object({
  id: Id,
  account: Type.Object({ id: Id, companyDetailsName: Type.String() }),
  roleID: Role.properties.id,
  role: Role,
  createdAt: Instant,
});
export type AccountInvitation = Type.Static<typeof AccountInvitation>;
