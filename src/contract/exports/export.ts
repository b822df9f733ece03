import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant } from "#contract/values/wire.ts";
import { EXPORT_FORMAT, EXPORT_GROUP_BY, EXPORT_STATE, EXPORT_TYPE } from "./export-states.ts";

const ids = Type.Optional(Type.Array(Id, { maxItems: 1000 }));

/** Filters without the period. */
export const exportChoice = {
  jobTags: ids,
  projects: ids,
  jobs: ids,
  accountEmployees: ids,
  groupBy: Type.Optional(EXPORT_GROUP_BY.schema),
};
/** At most 366 days, inclusive. Source: specification §3, «Export filters». */
export const exportFilters = {
  periodStart: CalendarDate,
  periodEnd: CalendarDate,
  ...exportChoice,
};
/** Payroll registries: all that they paid, and the period bounds nothing. */
export const registriesFilter = { registries: Type.Optional(Type.Array(Id, { maxItems: 100 })) };
export const ExportFilters = Type.Object({ ...exportFilters, ...registriesFilter });
export type ExportFilters = Type.Static<typeof ExportFilters>;

/** Source: `domain.md` §2.8. */
export const Export = Type.Object({
  id: Id,
  title: Type.String(),
  types: Type.Array(definitionOf(EXPORT_TYPE)),
  format: definitionOf(EXPORT_FORMAT),
  state: definitionOf(EXPORT_STATE),
  filters: ExportFilters,
  fileName: nullable(Type.String()),
  fileSizeBytes: nullable(Type.Integer()),
  rowsCount: nullable(Type.Integer()),
  percent: Type.Integer(),
  errorMessage: nullable(Type.String()),
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  createdAt: Instant,
  readyAt: nullable(Instant),
  expiresAt: nullable(Instant),
  permissions: Type.Object({
    download: Type.Boolean(),
    retry: Type.Boolean(),
    repeat: Type.Boolean(),
  }),
});
export type Export = Type.Static<typeof Export>;

/** Exports the previous month and e-mails the author. */
export const ExportSchedule = Type.Object({
  id: Id,
  types: Type.Array(definitionOf(EXPORT_TYPE)),
  format: definitionOf(EXPORT_FORMAT),
  filters: Type.Object(exportChoice),
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** Moscow date. */
  nextOn: CalendarDate,
  createdAt: Instant,
});
export type ExportSchedule = Type.Static<typeof ExportSchedule>;
