import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";

export const AccountBrief = Type.Object({
  id: Id,
  companyDetailsName: Type.String(),
  logoPicture: nullable(Type.String()),
});
export type AccountBrief = Type.Static<typeof AccountBrief>;
