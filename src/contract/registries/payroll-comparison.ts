import { Type, type TSchema } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Rubles } from "#contract/values/wire.ts";
import { WorkPeriod } from "./payroll-repeat.ts";

/** A smaller change of a person's sum is none. */
export const CHANGED_PERCENT = 30;

/** Of a person: only here, only there, in both with another sum. */
export const COMPARISON_KINDS = ["new", "gone", "changed"] as const;
export type ComparisonKind = (typeof COMPARISON_KINDS)[number];
const ComparisonKindSchema = Type.Unsafe<ComparisonKind>({
  type: "string",
  enum: [...COMPARISON_KINDS],
});

const ofEach = <Value extends TSchema>(value: Value) =>
  Type.Object({ new: value, gone: value, changed: value, same: value });

export const ComparedPerson = Type.Object({
  kind: ComparisonKindSchema,
  workman: WorkmanBrief,
  /** Of all ready rows of the person; `null` where there are none, and without the right to see sums. */
  before: nullable(Rubles),
  now: nullable(Rubles),
  /** −50: half of the former sum. */
  percent: nullable(Type.Integer()),
  /** The person's first; of the other registry for those who are gone. */
  row: Type.Object({ registryID: Id, itemID: Id, rowNo: Type.Integer(), line: Type.Integer() }),
});
export type ComparedPerson = Type.Static<typeof ComparedPerson>;

export const PayrollComparison = Type.Object({
  /** `null`: there is nothing to compare with. */
  with: nullable(
    Type.Object({
      id: Id,
      number: Type.Integer(),
      title: nullable(Type.String()),
      /** `null`: it has no ready rows. */
      period: nullable(WorkPeriod),
    }),
  ),
  /** People. */
  counts: ofEach(Type.Integer()),
  /** `null` without the right to see sums. */
  sums: nullable(ofEach(Type.Object({ before: Rubles, now: Rubles }))),
  ...listOf(ComparedPerson).properties,
});
export type PayrollComparison = Type.Static<typeof PayrollComparison>;

export const compareCall = {
  base: "open" as const,
  method: "GET" as const,
  path: "/v1/payroll-registries/{id}/compare",
  access: "payroll-registries.view" as const,
  summary: "Кто новый, кого нет и чья сумма изменилась по сравнению с прошлым реестром",
  params: idParams,
  query: Type.Object({
    ...pagingQuery,
    /** By default the latest started one whose period ends before this one's begins, or the latest. */
    withID: Type.Optional(Id),
    /** By default all who differ. */
    kind: Type.Optional(ComparisonKindSchema),
  }),
  answer: PayrollComparison,
  added: true as const,
};
