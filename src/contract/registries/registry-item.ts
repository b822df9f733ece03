import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, Phone } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { registryItemFields } from "./registry.ts";
import { INVITATION_STATE } from "./invitation-states.ts";
import { REGISTRY_ITEM_STATE } from "./registry-item-states.ts";

const fields = {
  ...registryItemFields,
  state: definitionOf(REGISTRY_ITEM_STATE),
  permissions: Type.Object({ update: Type.Boolean(), delete: Type.Boolean() }),
};

export const RegistryInvitation = Type.Object({
  id: Id,
  state: definitionOf(INVITATION_STATE),
  sentAt: nullable(Instant),
  openedAt: nullable(Instant),
  registeredAt: nullable(Instant),
  expiresAt: Instant,
  permissions: Type.Object({ cancel: Type.Boolean(), resend: Type.Boolean() }),
});
export type RegistryInvitation = Type.Static<typeof RegistryInvitation>;

/** `jobs`: one per workman of the row. Source: `domain.md` §4.3. */
export const JobRegistryItem = Type.Object({ ...fields, jobs: Type.Array(JobBrief) });
export type JobRegistryItem = Type.Static<typeof JobRegistryItem>;

/** Source: `domain.md` §4.4. */
export const WorkmanRegistryItem = Type.Object({
  ...fields,
  employeeID: nullable(Id),
  invitation: nullable(RegistryInvitation),
});
export type WorkmanRegistryItem = Type.Static<typeof WorkmanRegistryItem>;

/** Masked without `workmen.personal-data`. Source: `domain.md` §4.5. */
export const WorkmanRegistrationRegistryItem = Type.Object({
  ...fields,
  employeeID: nullable(Id),
  invitation: nullable(RegistryInvitation),
  confirmedAt: nullable(Instant),
});
export type WorkmanRegistrationRegistryItem = Type.Static<typeof WorkmanRegistrationRegistryItem>;

/** Source: specification §7, `POST /workman-registry/invited/list`. */
export const InvitedWorkman = Type.Object({
  id: Id,
  registryID: Id,
  itemID: nullable(Id),
  name: nullable(Type.String()),
  phone: Phone,
  workman: nullable(WorkmanBrief),
  state: definitionOf(INVITATION_STATE),
  invitedAt: Instant,
  openedAt: nullable(Instant),
  registeredAt: nullable(Instant),
  expiresAt: Instant,
  permissions: Type.Object({ cancel: Type.Boolean(), resend: Type.Boolean() }),
});
export type InvitedWorkman = Type.Static<typeof InvitedWorkman>;
