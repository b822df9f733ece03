import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Instant } from "#contract/values/wire.ts";
import { TECHNICAL_NOTICE_TYPE } from "./technical-notice-types.ts";

/** Maintenance or outage; `periodEnd`: `null` when unknown. Source: specification §3. */
export const TechnicalNotice = Type.Object({
  type: TECHNICAL_NOTICE_TYPE.schema,
  periodStart: Instant,
  periodEnd: nullable(Instant),
});
export type TechnicalNotice = Type.Static<typeof TechnicalNotice>;
