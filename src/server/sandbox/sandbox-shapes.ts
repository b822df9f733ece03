import { Type, type Static } from "typebox";
import { text, nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { PAYOUT_FAILURES } from "#server/integrations/bank/port.ts";
import { TAX_ERRORS } from "#server/integrations/tax-service/port.ts";

export const Phone = Type.String({
  minLength: 5,
  maxLength: 30,
  description: "Телефон в любой записи",
});
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const seconds = Type.Integer({ minimum: 0, maximum: 864_000 });
export const minutes = Type.Integer({ minimum: 0, maximum: 100_000 });
export const Done = Type.Object({ ok: Type.Literal(true) });

export const Person = Type.Object({
  phone: Type.String(),
  name: Type.String(),
  kind: Type.Enum(["user", "workman"]),
  role: nullable(Type.Object({ id: Type.String(), title: Type.String() })),
  account: nullable(Type.Object({ id: Id, title: Type.String() })),
  /** Of the account user or the worker, the latter with tax and registration status. */
  state: Type.String(),
  smzState: nullable(Type.String()),
  registrationStatus: nullable(Type.String()),
  taxpayerType: nullable(Type.String()),
});

export const BankSwitches = Type.Object({
  outOfReach: Type.Boolean(),
  answerAfterSeconds: seconds,
  failNext: count,
  failReason: Type.Enum([...PAYOUT_FAILURES]),
  returnNext: count,
  returnReason: Type.Enum([...PAYOUT_FAILURES]),
  returnAfterSeconds: Type.Integer({ minimum: 1, maximum: 864_000 }),
  holdNext: count,
});
export const TaxSwitches = Type.Object({
  outOfReach: Type.Boolean(),
  answerAfterSeconds: seconds,
  failNext: count,
  failReason: Type.Enum([...TAX_ERRORS]),
  /** Taken, and answered with a fault. */
  faultNext: count,
  /** Until then the list of receipts is silent about a new one. */
  listAfterSeconds: seconds,
  /** To requests for access; `failReferences`: how many references fail. */
  bindAnswer: Type.Enum(["CONFIRM", "REFUSE", "WAIT"]),
  bindAfterSeconds: seconds,
  failReferences: count,
});
/** Of workers' next questionnaires at the bank and registrations in the tax service. */
export const RegistrationSwitches = Type.Object({
  bankAfterSeconds: seconds,
  bankNext: Type.Enum(["INVALID", "ERROR", "LOST"]),
  bankNextCount: count,
  bankMessage: text(500),
  taxAfterSeconds: seconds,
  taxNext: Type.Enum(["REFUSED", "FAILED", "FAULT", "LOST"]),
  taxNextCount: count,
  taxMessage: text(500),
});
export type RegistrationSwitches = Static<typeof RegistrationSwitches>;
export const inn = text(20, 10);
export const sum = Type.Optional(Type.Number({ minimum: 0, maximum: 100_000_000 }));
export const SmsSwitches = Type.Object({
  outOfReach: Type.Boolean(),
  answerAfterSeconds: seconds,
  failNext: count,
});

export const BankOrder = Type.Object({
  orderId: Type.String(),
  kind: Type.String(),
  amount: Rubles,
  recipientName: Type.String(),
  recipientInn: Type.String(),
  purpose: Type.String(),
  takenAt: Instant,
  status: Type.Enum(["PENDING", "HELD", "DONE", "REJECTED", "RETURNED"]),
  reason: nullable(Type.String()),
  difference: nullable(Type.String()),
});

export const TaxReceipt = Type.Object({
  id: Type.String(),
  operationId: Type.String(),
  inn: Type.String(),
  serviceName: Type.String(),
  amount: Rubles,
  operationAt: Instant,
  status: Type.Enum(["PROCESSING", "REGISTERED", "REFUSED", "CANCELED"]),
  error: nullable(Type.String()),
  canceledBy: nullable(Type.String()),
  link: Type.String(),
});

export const search = Type.Optional(text(100));
