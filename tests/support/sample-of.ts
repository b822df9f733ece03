import type { TSchema } from "typebox";

interface AnySchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-10-15",
  "date-time": "2026-10-15T09:00:00.000Z",
  email: "anna@company.example",
};
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/phone/i, "+7 900 000-00-99"],
  [/^inn$/i, "770431015836"],
  [/mail/i, "anna@company.example"],
];
const FOR_PATTERNS = ["123456", "list", "0123456789abcdef0123456789abcdef", "utm_source", "1"];

/**
 * Has optional fields too.
 *
 * @param name - recognises phones, which are free text.
 */
export function sampleOf(schema: TSchema, name = ""): unknown {
  const one = schema as AnySchema;
  if (one.const !== undefined) return one.const;
  if (one.enum) return one.enum[0];
  if (one.anyOf) return sampleOf(one.anyOf[0] as TSchema, name);
  switch (one.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([key, inner]) => [key, sampleOf(inner, key)]),
      );
    case "array":
      return one.items ? [sampleOf(one.items, name)] : [];
    case "integer":
      return Math.max(1, Math.ceil(one.minimum ?? 1));
    case "number":
      return Math.max(1, one.minimum ?? 1, (one.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textOf(one, name);
  }
}

function textOf(schema: AnySchema, name: string): string {
  if (schema.format) return FORMATS[schema.format] ?? "x";
  const { pattern } = schema;
  if (pattern !== undefined)
    return FOR_PATTERNS.find((one) => new RegExp(pattern, "u").test(one)) ?? "x";
  return (
    BY_NAME.find(([like]) => like.test(name))?.[1] ?? "Проба".padEnd(schema.minLength ?? 1, "а")
  );
}
