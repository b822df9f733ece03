import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";

/** A customer named beside another record. */
export const AccountBrief = Type.Object({
  id: Id,
  companyDetailsName: Type.String(),
  logoPicture: nullable(Type.String()),
});
export type AccountBrief = Type.Static<typeof AccountBrief>;
