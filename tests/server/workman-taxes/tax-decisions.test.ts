import { expect, test } from "vitest";
import {
  decideTaxPayment,
  type TaxPaymentFacts,
} from "#server/money/workman-taxes/actions/decide-tax-payment.ts";

const FACTS: TaxPaymentFacts = {
  reserve: 400_00n,
  isRefunded: false,
  charge: 400_00n,
  document: 400_00n,
  isPartialAllowed: true,
  topUp: 0n,
  isLastDay: false,
};

// Source: `domain.md` §1.4.
test.each<[string, Partial<TaxPaymentFacts>, object]>([
  [
    "a reserve as large as the charge pays it",
    {},
    { action: "PAY", amount: 400_00n, refund: 0n, topUp: 0n, outcome: "PAID" },
  ],
  [
    "what is left of a larger reserve is the worker's",
    { charge: 300_00n, document: 300_00n },
    { action: "PAY", amount: 300_00n, refund: 100_00n, topUp: 0n, outcome: "PAID" },
  ],
  [
    "a smaller reserve pays a part",
    { document: 520_00n },
    { action: "PAY", amount: 400_00n, refund: 0n, topUp: 0n, outcome: "PARTIALLY_PAID" },
  ],
  [
    "what little is missing is taken from the wallet, when the worker lets it be",
    { document: 400_06n, isPartialAllowed: false, topUp: 100_00n },
    { action: "PAY", amount: 400_06n, refund: 0n, topUp: 6n, outcome: "PAID" },
  ],
  [
    "no more than he lets be taken",
    { document: 520_00n, topUp: 100_00n },
    { action: "PAY", amount: 400_00n, refund: 0n, topUp: 0n, outcome: "PARTIALLY_PAID" },
  ],
  [
    "a part is not paid against the worker's wish",
    { document: 520_00n, isPartialAllowed: false },
    { action: "REFUND", refund: 400_00n, outcome: "REFUNDED_INSUFFICIENT_FUNDS" },
  ],
  [
    "nothing can be paid of nothing",
    { reserve: 0n },
    { action: "REFUND", refund: 0n, outcome: "REFUNDED_INSUFFICIENT_FUNDS" },
  ],
  ["without an accrual it waits", { charge: null, document: null }, { action: "WAIT" }],
  [
    "without an accrual by the 25th the reserve is the worker's",
    { charge: null, document: null, isLastDay: true },
    { action: "REFUND", refund: 400_00n, outcome: "REFUNDED_WITHOUT_REQUEST" },
  ],
  ["without a document it waits", { document: null }, { action: "WAIT" }],
  [
    "without a document by the 25th the reserve is the worker's",
    { document: null, isLastDay: true },
    { action: "REFUND", refund: 400_00n, outcome: "REFUNDED_NO_DOCUMENTS" },
  ],
  [
    "what the worker has paid himself is not paid again",
    { charge: 0n, document: null },
    { action: "REFUND", refund: 400_00n, outcome: "REFUNDED_WITHOUT_REQUEST" },
  ],
  [
    "after a refund nothing new is nothing to tell",
    { isRefunded: true, charge: null, document: null, isLastDay: true },
    { action: "WAIT" },
  ],
  [
    "after a refund an accrual is the worker's to pay",
    { isRefunded: true, isLastDay: true },
    { action: "TELL", outcome: "REFUNDED_WITH_REQUEST" },
  ],
  [
    "after a refund an accrual that is paid is nothing to tell",
    { isRefunded: true, charge: 0n, document: null },
    { action: "WAIT" },
  ],
])("%s", (_title, facts, decision) => {
  expect(decideTaxPayment({ ...FACTS, ...facts })).toEqual(decision);
});
