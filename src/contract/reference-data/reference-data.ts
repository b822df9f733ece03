import { Type } from "typebox";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";

export const City = Type.Object({
  id: Id,
  title: Type.String(),
  region: nullable(Type.String()),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
});
export type City = Type.Static<typeof City>;

/** Indexes order the panel and the filter. Source: `domain.md` §2.10. */
export const ServiceGroup = Type.Object({
  id: Id,
  code: Type.String({ description: "Код группы, две цифры" }),
  title: Type.String(),
  slug: Type.String(),
  panelIndex: Type.Integer(),
  filterIndex: Type.Integer(),
  publishedJobsCount: Type.Integer(),
});
export type ServiceGroup = Type.Static<typeof ServiceGroup>;

/** `code`: group and number. Source: `domain.md` §2.10. */
export const Service = Type.Object({
  id: Id,
  groupID: Id,
  code: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  unit: Type.String(),
  defaultReceiptText: Type.String(),
  allowedTaxpayerTypes: Type.Array(TAXPAYER_TYPE.schema),
  needsLicense: Type.Boolean(),
  isActive: Type.Boolean(),
  filterIndex: Type.Integer(),
  panelIndex: Type.Integer(),
  publishedJobsCount: Type.Integer(),
});
export type Service = Type.Static<typeof Service>;

export const GeocodedPlace = Type.Object({
  address: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  cityID: nullable(Id),
});
export type GeocodedPlace = Type.Static<typeof GeocodedPlace>;
