import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { BANK_PROVIDER } from "#contract/definitions/payment-types.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { INVOICE_RUBLES } from "./invoice-bounds.ts";
import { INVOICE_STATE } from "./invoice-states.ts";

/** Source: specification §3, «Invoice: amount, state (stateID, 'paid' is a value)». */
export const Invoice = Type.Object({
  id: Id,
  number: Type.String(),
  amount: Rubles,
  paidAmount: Rubles,
  state: Type.Object({ ...definitionOf(INVOICE_STATE).properties, stateID: INVOICE_STATE.schema }),
  bankProvider: definitionOf(BANK_PROVIDER),
  createdAt: Instant,
  paidAt: nullable(Instant),
  /** Moscow time. */
  validUntil: CalendarDate,
  permissions: Type.Object({ download: Type.Boolean(), cancel: Type.Boolean() }),
});
export type Invoice = Type.Static<typeof Invoice>;

export const InvoiceRubles = Type.Number({
  minimum: INVOICE_RUBLES.min,
  maximum: INVOICE_RUBLES.max,
});
