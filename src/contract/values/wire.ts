import { Type } from "typebox";
import { SUM_MAX } from "./money.ts";

/** At most two decimals. */
export const Rubles = Type.Number({ description: "Рубли, не более двух знаков после запятой" });

/**
 * `rublesToKopecks` refuses more than two decimals; `multipleOf` of JSON
 * Schema would refuse valid sums because of binary fractions.
 */
export const PaymentRubles = Type.Number({ exclusiveMinimum: 0, maximum: SUM_MAX });

/** With a zone. Source: `domain.md` §0.10. */
export const Instant = Type.String({
  format: "date-time",
  description: "Момент: ISO 8601 с поясом",
});

/** Source: specification §3, "Dates are sent as seconds". */
export const UnixSeconds = Type.Integer({
  minimum: 0,
  maximum: 4_102_444_800,
  description: "Момент: секунды Unix, целое число",
});

/** Source: specification §3, registration profile. */
export const CalendarDate = Type.String({ format: "date" });

export const Definition = Type.Object({ id: Type.String(), title: Type.String() });

export const Done = Type.Object({ ok: Type.Literal(true) });
