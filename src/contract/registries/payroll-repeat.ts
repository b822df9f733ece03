import { Type } from "typebox";
import { nullable, text } from "#contract/kernel/fields.ts";
import { idParams } from "#contract/values/ids.ts";
import { CalendarDate } from "#contract/values/wire.ts";
import { RegistryCreated } from "./registry.ts";

/** Both days inclusive. */
export const WorkPeriod = Type.Object({ workStart: CalendarDate, workEnd: CalendarDate });
export type WorkPeriod = Type.Static<typeof WorkPeriod>;

export const PayrollRepeatTerms = Type.Object({
  /** Of the registry that was read. */
  version: Type.Integer(),
  /** Rows without errors; the others are not repeated. */
  rowsCount: Type.Integer(),
  /** From the first day of any of them to the last. */
  period: WorkPeriod,
  /** `null` while the source's period is not over. */
  next: nullable(WorkPeriod),
});
export type PayrollRepeatTerms = Type.Static<typeof PayrollRepeatTerms>;

const shared = {
  base: "open" as const,
  access: "payroll-registries.edit" as const,
  path: "/v1/payroll-registries/{id}/repeat",
  params: idParams,
  added: true as const,
};

export const repeatCalls = {
  repeatTerms: {
    ...shared,
    method: "GET" as const,
    summary: "Что войдёт в повтор реестра выплат и за какой период",
    answer: PayrollRepeatTerms,
  },
  /** Cells stay as they are; external ids are left empty, since each is used once. */
  repeat: {
    ...shared,
    method: "POST" as const,
    summary: "Повторить реестр выплат с новыми датами в новом реестре",
    body: Type.Object({
      ...WorkPeriod.properties,
      /** By default the day of the payment's check, today. */
      actDate: Type.Optional(CalendarDate),
      title: Type.Optional(text(100)),
      /** The version shown; 409 `changed` when it differs. */
      version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    }),
    answer: RegistryCreated,
    idempotent: true,
  },
};
