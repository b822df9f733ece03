import { Type } from "typebox";
import { Picture } from "#contract/values/picture.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";

/** Source: specification §3, «workman{id,name}». */
export const WorkmanBrief = Type.Object({ id: Id, name: Type.String() });
export type WorkmanBrief = Type.Static<typeof WorkmanBrief>;

export const WorkmanCard = Type.Object({
  ...WorkmanBrief.properties,
  picture: nullable(Picture),
  city: nullable(Type.Object({ id: Id, title: Type.String() })),
  /** Average of published reviews, 1 to 5, one decimal. */
  rating: nullable(Type.Number()),
  reviewsCount: Type.Integer(),
  finishedJobsCount: Type.Integer(),
});
export type WorkmanCard = Type.Static<typeof WorkmanCard>;
