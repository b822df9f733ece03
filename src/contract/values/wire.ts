import { Type } from "typebox";

/** A JSON number with at most two decimals; kopecks inside the server (see `money.ts`). */
export const Rubles = Type.Number({ description: "Рубли, не более двух знаков после запятой" });

/**
 * An amount a person enters, at most 2 400 000,00 ₽. `rublesToKopecks` refuses more than two
 * decimals; JSON Schema's `multipleOf` would refuse valid sums because of binary fractions.
 */
export const PaymentRubles = Type.Number({ exclusiveMinimum: 0, maximum: 2_400_000 });

/** ISO 8601 with a zone; jobs and profiles have other formats. Source: `domain.md` §0.10. */
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

/** `yyyy-MM-dd`. Source: specification §3, registration profile. */
export const CalendarDate = Type.String({ format: "date" });

/** An enumeration value in an answer. */
export const Definition = Type.Object({ id: Type.String(), title: Type.String() });

/** Answer without data. */
export const Done = Type.Object({ ok: Type.Literal(true) });
