import type { TSchema } from "typebox";
import type { FieldErrors } from "#contract/kernel/problem.ts";

export interface AnySchema {
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly patternProperties?: object;
  readonly items?: AnySchema;
  readonly maxItems?: number;
  readonly anyOf?: readonly AnySchema[];
  readonly allOf?: readonly AnySchema[];
}

/** Whoever sends thousands is told of these alone: naming the nearest takes time. */
const MOST_NAMED = 10;

export function variantsOf(schema: AnySchema): readonly AnySchema[] {
  return [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
}

/** The first ones, with the nearest known name: a mistyped field would pass without effect. */
export function unknownFields(schema: TSchema, value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  collect(schema as AnySchema, value, "", errors);
  return errors;
}

function collect(schema: AnySchema, value: unknown, path: string, errors: FieldErrors): void {
  if (typeof value !== "object" || value === null) return;
  if (Object.keys(errors).length >= MOST_NAMED) return;
  const variants = variantsOf(schema);
  if (Array.isArray(value)) {
    const items = variants.find((one) => one.items)?.items;
    if (items) value.forEach((one, index) => collect(items, one, `${path}${index}.`, errors));
    return;
  }
  const described = variants.filter((one) => one.properties);
  if (described.length === 0 || variants.some((one) => one.patternProperties)) return;
  const known = Object.assign({}, ...described.map((one) => one.properties)) as Record<
    string,
    AnySchema
  >;
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    if (Object.hasOwn(known, name)) collect(known[name] ?? {}, inner, `${path}${name}.`, errors);
    else errors[path + name] = [sentence(name, Object.keys(known))];
    if (Object.keys(errors).length >= MOST_NAMED) return;
  }
}

function sentence(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === null
    ? "Такого поля у этого вызова нет"
    : `Такого поля у этого вызова нет. Возможно, это «${nearest}»`;
}

/** `null`: none is similar. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  const most = Math.max(2, Math.floor(name.length / 3));
  const [best] = known
    .map((one) => ({ one, changes: changesBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ changes }) => changes <= most)
    .sort((left, right) => left.changes - right.changes);
  return best?.one ?? null;
}

/** Levenshtein; longer names are skipped. */
function changesBetween(left: string, right: string): number {
  if (left.length > 60) return Infinity;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[right.length] ?? 0;
}
