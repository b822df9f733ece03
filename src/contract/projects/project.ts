import { Type } from "typebox";
import { Id } from "#contract/values/ids.ts";

/** Source: specification §3 and §9. */
export const PROJECT_TITLE_MAX = 30;
/** Characters of a tag; tags per record. Source: `domain.md` §4.2. */
export const JOB_TAG_TITLE_MAX = 50;
export const MAX_JOB_TAGS = 10;

export const ProjectBrief = Type.Object({ id: Id, title: Type.String() });
export const JobTag = Type.Object({ id: Id, title: Type.String() });
export type JobTag = Type.Static<typeof JobTag>;

export const Project = Type.Object({
  ...ProjectBrief.properties,
  jobsCount: Type.Integer(),
  isArchived: Type.Boolean(),
  permissions: Type.Object({ update: Type.Boolean() }),
});
export type Project = Type.Static<typeof Project>;
