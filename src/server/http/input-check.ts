import { Compile, type Validator } from "typebox/compile";
import { Type, type TSchema } from "typebox";
import { Convert } from "typebox/value";
import { isMultipart, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import { cleanText } from "#contract/values/clean-text.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { invalid } from "./app-error.ts";
import { unknownFields, variantsOf, type AnySchema } from "./unknown-fields.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";

const MAX_DEPTH = 16;
/** Of lists without a limit of their own. */
const MOST_ITEMS = 10_000;

/**
 * Adds defaults, drops unknown fields.
 *
 * @param isStrict - refuses unknown fields: a program does not notice a dropped one.
 */
export type InputCheck = (value: unknown, isStrict?: boolean) => unknown;

/**
 * @param coerce - for text: path, query and multipart fields.
 * @throws AppError `invalid` - by field; errors of the whole part under `partName`.
 */
export function makeInputCheck(schema: TSchema, partName: string, coerce: boolean): InputCheck {
  const compiled = makeOnFirstUse((): Validator => Compile(schema));
  const arrays = arrayFields(schema);
  const oddNames = oddlyNamed(schema);
  return (raw, isStrict = false) => {
    const clean = cleanTexts(raw, partName);
    const validator = compiled();
    let value = coerce ? splitArrays(clean, arrays) : clean;
    refuseLongLists(schema, value, "");
    if (isStrict) refuseUnknown(unknownFields(schema, value));
    value = validator.Default(value === undefined ? {} : value);
    if (coerce) value = convertOddNames(validator.Convert(value), oddNames);
    try {
      value = validator.Clean(value);
    } catch {
      // TypeBox takes a list for a map and throws while cleaning.
      if (validator.Check(value)) throw invalid({ [partName]: ["Недопустимое значение"] });
    }
    if (validator.Check(value)) return value;
    throw invalid(fieldErrorsOf(validator.Errors(value), partName));
  };
}

function refuseUnknown(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

type SchemaError = ReturnType<Validator["Errors"]>[number];

function fieldErrorsOf(errors: readonly SchemaError[], partName: string): FieldErrors {
  const map: FieldErrors = {};
  for (const error of errors) {
    for (const [field, message] of messagesOf(error)) {
      const name = field || partName;
      const list = (map[name] ??= []);
      if (!list.includes(message) && list.length < 5) list.push(message);
    }
  }
  return map;
}

function messagesOf(error: SchemaError): [string, string][] {
  const path = error.instancePath.split("/").slice(1).join(".");
  if (error.keyword === "required") {
    return error.params.requiredProperties.map((name) => [
      path ? `${path}.${name}` : name,
      "Обязательное поле",
    ]);
  }
  return [[path, messageOf(error)]];
}

function messageOf(error: SchemaError): string {
  switch (error.keyword) {
    case "minLength":
      return error.params.limit === 1
        ? "Обязательное поле"
        : `Не менее ${error.params.limit} символов`;
    case "maxLength":
      return `Слишком длинное значение (не более ${error.params.limit} символов)`;
    case "minimum":
      return `Значение должно быть не меньше ${error.params.limit}`;
    case "exclusiveMinimum":
      return `Значение должно быть больше ${error.params.limit}`;
    case "maximum":
    case "exclusiveMaximum":
      return `Значение должно быть не больше ${error.params.limit}`;
    case "minItems":
      return "Выберите хотя бы одно значение";
    case "maxItems":
      return `Не более ${error.params.limit} значений`;
    case "format":
      return FORMAT_MESSAGES[error.params.format] ?? "Неверный формат";
    case "enum":
    case "const":
    case "anyOf":
      return "Недопустимое значение";
    case "type":
      return "Неверный тип значения";
    default:
      return "Неверный формат";
  }
}

const FORMAT_MESSAGES: Record<string, string> = {
  email: "Неверный e-mail",
  date: "Укажите дату в виде ГГГГ-ММ-ДД",
  "date-time": "Укажите дату и время в формате ISO 8601",
};

/** Texts as the person sees them. Refuses NUL, halves of surrogate pairs, endless nesting. */
function cleanTexts(value: unknown, field: string, depth = 0): unknown {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed())
      throw invalid({ [field]: ["Недопустимые символы"] });
    return cleanText(value);
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw invalid({ [field]: ["Слишком глубокая вложенность"] });
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes("\0") || !key.isWellFormed())
      throw invalid({ [field]: ["Недопустимые символы"] });
    const clean = cleanTexts(inner, depth === 0 ? key : field, depth + 1);
    if (clean !== inner) (value as Record<string, unknown>)[key] = clean;
  }
  return value;
}

/** Before anything looks at each item: a megabyte of wrong ones takes a second. */
function refuseLongLists(schema: AnySchema, value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const { items, maxItems, properties } of variantsOf(schema))
    if (Array.isArray(value)) {
      const most = maxItems ?? MOST_ITEMS;
      if (value.length > most) throw invalid({ [path]: [`Не более ${most} значений`] });
      if (items)
        for (const [index, one] of value.entries()) refuseLongLists(items, one, `${path}.${index}`);
    } else
      for (const [name, inner] of Object.entries(properties ?? {}))
        refuseLongLists(
          inner,
          (value as Record<string, unknown>)[name],
          path === "" ? name : `${path}.${name}`,
        );
}

function arrayFields(schema: TSchema): Set<string> {
  const properties =
    (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return new Set(Object.keys(properties).filter((name) => properties[name]?.type === "array"));
}

/** TypeBox reads names as regular expressions in `Convert` and skips `filters[isRead]`. */
function oddlyNamed(schema: TSchema): [string, TSchema][] {
  return Object.entries(
    (schema as { properties?: Record<string, TSchema> }).properties ?? {},
  ).filter(([name]) => /\W/.test(name));
}

function convertOddNames(value: unknown, oddNames: readonly [string, TSchema][]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const record = value as Record<string, unknown>;
  for (const [name, schema] of oddNames)
    if (record[name] !== undefined) record[name] = Convert(schema, record[name]);
  return record;
}

/** Repeated keys, `key[]`, or one key with commas. */
function splitArrays(raw: unknown, arrays: Set<string>): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  const value: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(raw)) {
    const name = key.endsWith("[]") ? key.slice(0, -2) : key;
    if (arrays.has(name) && typeof inner === "string")
      value[name] = inner === "" ? [] : inner.split(",").map((one) => one.trim());
    else if (arrays.has(name)) value[name] = inner;
    else value[key] = inner;
  }
  return value;
}

export const ANYTHING = Type.Object({});

export function bodyCheckOf(endpoint: Endpoint): InputCheck {
  if (isMultipart(endpoint.body))
    return makeInputCheck(endpoint.body.fields ?? ANYTHING, "body", true);
  if (!endpoint.body) {
    const nothing = makeInputCheck(ANYTHING, "body", false);
    return (value, isStrict) => void (isStrict && nothing(value, true));
  }
  return makeInputCheck(endpoint.body, "body", false);
}
