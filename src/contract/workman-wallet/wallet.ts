import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { BANK_DIFFERENCE } from "#contract/transactions/reconciliation.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { CARD_STATUS } from "./wallet-states.ts";

/** The bank's token: we never get the card number. */
export const CardId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

/** `pan` is masked: `220000******0004`. Source: specification §3, «Bound card». */
export const BoundCard = Type.Object({
  cardId: CardId,
  pan: Type.String(),
  status: CARD_STATUS.schema,
});
export type BoundCard = Type.Static<typeof BoundCard>;

/** `number` (card) and `accountNumber` are masked. Source: specification §3. */
export const PaymentDetails = Type.Object({
  type: PAYOUT_KIND.schema,
  typeID: PAYOUT_KIND.schema,
  number: nullable(Type.String()),
  bankBik: nullable(Type.String()),
  bankName: nullable(Type.String()),
  accountNumber: nullable(Type.String()),
  korAccountNumber: nullable(Type.String()),
  confirmedAt: nullable(Instant),
});
export type PaymentDetails = Type.Static<typeof PaymentDetails>;

/**
 * `number`: for CARD the token of a bound card (`domain.md` §1.6: card numbers are not stored), for
 * SBP the phone.
 */
export const paymentDetailsFields = {
  type: PAYOUT_KIND.schema,
  number: Type.Optional(text(64)),
  accountNumber: Type.Optional(text(30)),
  bankBik: Type.Optional(text(20)),
};

export const Withdrawal = Type.Object({
  id: Id,
  amount: Rubles,
  fee: Rubles,
  pan: Type.String(),
  state: definitionOf(PAYOUT_STATE),
  createdAt: Instant,
  current: Rubles,
});
export type Withdrawal = Type.Static<typeof Withdrawal>;

/** What the bank sees otherwise than the books; the platform's people look into it. */
export const OwnDifference = Type.Object({
  id: Id,
  isTax: Type.Boolean(),
  reason: definitionOf(BANK_DIFFERENCE),
  amount: nullable(Rubles),
  bankAmount: nullable(Rubles),
  orderedAt: Instant,
});
export type OwnDifference = Type.Static<typeof OwnDifference>;

/** `leavesAt`: not before; a stop of payouts puts it off. */
export const WaitingWithdrawal = Type.Object({
  id: Id,
  amount: Rubles,
  fee: Rubles,
  pan: Type.String(),
  createdAt: Instant,
  leavesAt: Instant,
});
export type WaitingWithdrawal = Type.Static<typeof WaitingWithdrawal>;
