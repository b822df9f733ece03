import { Type } from "typebox";

/**
 * Rubles on the wire: a JSON number with at most two decimals; inside it is kopecks (see
 * `money.ts`).
 */
export const Rubles = Type.Number({ description: "Рубли, не более двух знаков после запятой" });

/**
 * An amount that a person enters, at most 2 400 000,00 ₽ for one payment. More than two decimals
 * are refused by `rublesToKopecks`, not here: binary fractions make JSON Schema's `multipleOf`
 * refuse honest sums.
 */
export const PaymentRubles = Type.Number({ exclusiveMinimum: 0, maximum: 2_400_000 });

/**
 * An instant in ISO 8601 with a zone, as everywhere outside jobs and profiles. Source: `domain.md`
 * §0.10.
 */
export const Instant = Type.String({ format: "date-time" });

/** A job's date: unix seconds. Source: specification §3, "Dates are sent as seconds". */
export const UnixSeconds = Type.Integer({ minimum: 0, maximum: 4_102_444_800 });

/** A calendar date `yyyy-MM-dd`. Source: specification §3, registration profile. */
export const CalendarDate = Type.String({ format: "date" });

/** An enumeration value in an answer: `{id, title}`. */
export const Definition = Type.Object({ id: Type.String(), title: Type.String() });

/** An answer that has nothing to say but that it is done. */
export const Done = Type.Object({ ok: Type.Literal(true) });
