import { expect, test } from "vitest";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { listLink } from "#console/kit/list-link.ts";
import { recordOf } from "#console/transactions/transaction-labels.ts";

const PAYMENT: Parameters<typeof recordOf>[0] = {
  job: null,
  registry: null,
  invoiceNumber: "100007",
  comment: null,
} satisfies Partial<Transaction>;

test("the payment of an invoice names it and leads to it, not to all of them", () => {
  expect(recordOf(PAYMENT)).toEqual({
    to: listLink("/profile/account/invoices", { search: "100007" }),
    text: "Счёт № 100007",
  });
  expect(recordOf({ ...PAYMENT, comment: "Счёт № 100007. Отменён раньше" })?.text).toMatch(
    /Отменён раньше$/,
  );
  expect(recordOf({ ...PAYMENT, invoiceNumber: null })).toBeNull();
});
