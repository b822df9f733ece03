import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { INCOMING_PAYMENT_STATE } from "./incoming-payment-states.ts";

/**
 * A `payer` with another ИНН is hidden until the payment is assigned: he may have mistyped the
 * invoice number.
 */
export const IncomingPayment = Type.Object({
  id: Id,
  amount: Rubles,
  receivedAt: Instant,
  state: definitionOf(INCOMING_PAYMENT_STATE),
  payer: nullable(Type.Object({ name: Type.String(), inn: Type.String(), purpose: Type.String() })),
  invoice: nullable(Type.Object({ id: Id, number: Type.String() })),
  /** Paid in part, in excess or again; why the bank refused a return. */
  note: nullable(Type.String()),
  returnedAt: nullable(Instant),
  permissions: Type.Object({
    assign: Type.Boolean(),
    return: Type.Boolean(),
    reason: nullable(Type.String()),
  }),
});
export type IncomingPayment = Type.Static<typeof IncomingPayment>;
