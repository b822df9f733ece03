import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { Id } from "#contract/values/ids.ts";
import { JOB_STATE } from "./job-states.ts";

/** Source: specification §3, «job{id,title}». */
export const JobBrief = Type.Object({ id: Id, title: Type.String() });
export type JobBrief = Type.Static<typeof JobBrief>;

/** A job in a list of choices. `jobIdent` is the spoken number: «З-000123». */
export const JobOption = Type.Object({
  ...JobBrief.properties,
  jobIdent: Type.String(),
  state: definitionOf(JOB_STATE),
});
export type JobOption = Type.Static<typeof JobOption>;
