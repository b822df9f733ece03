import { Type } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { idParams } from "#contract/values/ids.ts";
import { CELLS_BYTES } from "./registry-queries.ts";
import { RegistryChanged } from "./registry.ts";

/** Different values of a cause that are repaired one by one; with more, one value for all. */
export const MOST_REPAIRED_VALUES = 100;

const version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const cell = Type.String({ maxLength: 5000 });
/** A finding's code and its column's key. */
const cause = { cause: text(64), column: text(64) };

export const CauseValue = Type.Object({ value: Type.String(), count: Type.Integer() });
export type CauseValue = Type.Static<typeof CauseValue>;

/** What stands in the cells with a finding, most frequent first. */
export const CauseValues = Type.Object({
  /** Of the registry that was read. */
  version,
  rowsCount: Type.Integer(),
  /** Empty for personal data, and when there are more than `MOST_REPAIRED_VALUES`. */
  items: Type.Array(CauseValue),
  /** Most rows without this finding have it. */
  usual: nullable(CauseValue),
});
export type CauseValues = Type.Static<typeof CauseValues>;

/** Exactly one of `replacements`, `to` and `remove`. */
export const RegistryRepair = Type.Object({
  version,
  ...cause,
  replacements: Type.Optional(
    Type.Array(Type.Object({ from: cell, to: cell }), {
      minItems: 1,
      maxItems: MOST_REPAIRED_VALUES,
    }),
  ),
  /** For all of them. */
  to: Type.Optional(cell),
  /** Takes the rows out of the registry. */
  remove: Type.Optional(Type.Literal(true)),
});

/**
 * The same mistake in many rows is repaired once, and can be taken back until the registry changes
 * again.
 *
 * @param what - genitive: «реестра заданий».
 */
export function repairCalls(path: string, what: string, view: Permission, edit: Permission) {
  const shared = { base: "open" as const, added: true as const, params: idParams };
  return {
    causeValues: {
      ...shared,
      method: "GET" as const,
      access: view,
      path: `${path}/{id}/errors/values`,
      summary: `Значения ячеек ${what} с одной ошибкой`,
      query: Type.Object(cause),
      answer: CauseValues,
    },
    repair: {
      ...shared,
      method: "POST" as const,
      access: edit,
      path: `${path}/{id}/repair`,
      summary: `Исправить или убрать все строки ${what} с одной ошибкой`,
      body: RegistryRepair,
      maxBodyBytes: CELLS_BYTES,
      answer: RegistryChanged,
      idempotent: true,
    },
    undoRepair: {
      ...shared,
      method: "POST" as const,
      access: edit,
      path: `${path}/{id}/repair/undo`,
      summary: `Вернуть строки ${what} как были до последнего исправления`,
      body: Type.Object({ version }),
      answer: RegistryChanged,
      idempotent: true,
    },
  };
}
