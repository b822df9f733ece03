import { Type } from "typebox";
import { Id } from "#contract/values/ids.ts";

/** Source: specification §3, «job{id,title}». */
export const JobBrief = Type.Object({ id: Id, title: Type.String() });
export type JobBrief = Type.Static<typeof JobBrief>;
