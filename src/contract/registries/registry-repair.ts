import { Type } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { ListMeta, pagingQuery } from "#contract/kernel/paging.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Rubles } from "#contract/values/wire.ts";
import { CELLS_BYTES } from "./registry-queries.ts";
import { RegistryChanged } from "./registry.ts";

/** A longer value is corrected in its row, or by what serves all rows. */
export const LONGEST_REPLACED = 500;
/** In one repair, as many as a body of cells carries; the cause lists any number. */
const MOST_REPLACEMENTS = 200;
const MOST_ROWS = 1_000;
/** Letters of an ИНН, a phone, a name. */
export const LONGEST_OF_PERSON = 255;

const version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const cell = Type.String({ maxLength: 5000 });
const value = Type.String({ maxLength: LONGEST_REPLACED });
/** A finding's code and its column's key. */
const cause = { cause: text(64), column: text(64) };

export const CauseValue = Type.Object({ value: Type.String(), count: Type.Integer() });
export type CauseValue = Type.Static<typeof CauseValue>;

/** Of one person, in order: what tells people apart is corrected row by row. */
export const CauseRow = Type.Object({
  id: Id,
  line: Type.Integer(),
  /** As the row has it. */
  name: Type.String(),
  /** Whose ИНН or phone the row has. */
  profileName: nullable(Type.String()),
  value: Type.String(),
});
export type CauseRow = Type.Static<typeof CauseRow>;

const RULES = ["round", "profile", "fill_down"] as const;
export type RepairRule = (typeof RULES)[number];

/** What mends the rows by what they, their neighbours or their profiles hold. */
export const FittingRule = Type.Object({
  kind: Type.Unsafe<RepairRule>({ type: "string", enum: [...RULES] }),
  /** May be fewer than the cause has. */
  rowsCount: Type.Integer(),
  example: Type.Object({ from: Type.String(), to: Type.String() }),
  /** Of these rows and the ready ones, when sums change. */
  sums: nullable(Type.Object({ before: Rubles, after: Rubles })),
});
export type FittingRule = Type.Static<typeof FittingRule>;

/** What stands in the cells with a finding, most frequent first. */
export const CauseValues = Type.Object({
  /** Of the registry that was read. */
  version,
  rowsCount: Type.Integer(),
  /** Empty for data that tell one person from another. */
  items: Type.Array(CauseValue),
  /** For such data, instead of `items`. */
  rows: Type.Array(CauseRow),
  /** Of the list that is filled. */
  meta: ListMeta,
  /** Most rows without this finding have it. */
  usual: nullable(CauseValue),
  rules: Type.Array(FittingRule),
});
export type CauseValues = Type.Static<typeof CauseValues>;

/** Exactly one of `replacements`, `rows`, `to`, `remove` and `rule`. */
export const RegistryRepair = Type.Object({
  version,
  ...cause,
  replacements: Type.Optional(
    Type.Array(Type.Object({ from: value, to: value }), {
      minItems: 1,
      maxItems: MOST_REPLACEMENTS,
    }),
  ),
  /** Rows of this cause only, all or none. */
  rows: Type.Optional(
    Type.Array(Type.Object({ id: Id, to: Type.String({ maxLength: LONGEST_OF_PERSON }) }), {
      minItems: 1,
      maxItems: MOST_ROWS,
    }),
  ),
  /** For all of them. */
  to: Type.Optional(cell),
  /** Takes the rows out of the registry. */
  remove: Type.Optional(Type.Literal(true)),
  /** `replace` puts `to` in the place of each `from` inside the cells. */
  rule: Type.Optional(
    Type.Object({
      kind: Type.Unsafe<RepairRule | "replace">({ type: "string", enum: [...RULES, "replace"] }),
      from: Type.Optional(text(LONGEST_REPLACED)),
      to: Type.Optional(value),
    }),
  ),
});

/**
 * The same mistake in many rows is repaired once, and can be taken back until the registry changes
 * again.
 *
 * @param what - genitive: «реестра заданий».
 */
export function repairCalls(path: string, what: string, edit: Permission) {
  const shared = { base: "open" as const, added: true as const, params: idParams, access: edit };
  return {
    causeValues: {
      ...shared,
      method: "GET" as const,
      path: `${path}/{id}/errors/values`,
      summary: `Значения ячеек ${what} с одной ошибкой`,
      query: Type.Object({ ...cause, ...pagingQuery }),
      answer: CauseValues,
    },
    repair: {
      ...shared,
      method: "POST" as const,
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
      path: `${path}/{id}/repair/undo`,
      summary: `Вернуть строки ${what} как были до последнего исправления`,
      body: Type.Object({ version }),
      answer: RegistryChanged,
      idempotent: true,
    },
  };
}
