import { Type } from "typebox";
import { definitionOf } from "#contract/definitions/definition-of.ts";
import { nullable, Phone } from "#contract/http/fields.ts";
import { JobBrief } from "#contract/jobs/job-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/workmen/workman-brief.ts";
import { registryItemFields } from "./registry.ts";
import { REGISTRY_ITEM_STATE } from "./registry-item-states.ts";

const fields = {
  ...registryItemFields,
  state: definitionOf(REGISTRY_ITEM_STATE),
  /** What became of the row, in Russian: «Приглашение отправлено». Source: `domain.md` §4.4. */
  result: nullable(Type.String()),
  permissions: Type.Object({ update: Type.Boolean(), delete: Type.Boolean() }),
};

/** A row of a registry of jobs; several workers in one row make several jobs. Source: `domain.md` §4.3. */
export const JobRegistryItem = Type.Object({ ...fields, jobs: Type.Array(JobBrief) });
export type JobRegistryItem = Type.Static<typeof JobRegistryItem>;

/** A row of a registry of invitations. Source: `domain.md` §4.4. */
export const WorkmanRegistryItem = Type.Object({ ...fields, workman: nullable(WorkmanBrief), employeeID: nullable(Id) });
export type WorkmanRegistryItem = Type.Static<typeof WorkmanRegistryItem>;

/** A row of a registry of registrations; the worker himself confirms. Source: `domain.md` §4.5. */
export const WorkmanRegistrationRegistryItem = Type.Object({
  ...fields,
  workman: nullable(WorkmanBrief),
  confirmedAt: nullable(Instant),
});
export type WorkmanRegistrationRegistryItem = Type.Static<typeof WorkmanRegistrationRegistryItem>;

/** A person invited by a registry and how far the invitation has gone. Source: specification §7, `POST /workman-registry/invited/list`. */
export const InvitedWorkman = Type.Object({
  id: Id,
  registryID: Id,
  name: nullable(Type.String()),
  phone: Phone,
  workman: nullable(WorkmanBrief),
  state: definitionOf(REGISTRY_ITEM_STATE),
  invitedAt: Instant,
  openedAt: nullable(Instant),
  registeredAt: nullable(Instant),
  permissions: Type.Object({ cancel: Type.Boolean() }),
});
export type InvitedWorkman = Type.Static<typeof InvitedWorkman>;
