import { describe, expect, it } from "vitest";
import { ACCOUNT_STATE, ACCOUNT_TRANSITIONS } from "#contract/accounts/account-states.ts";
import type { Enumeration } from "#contract/kernel/define-enumeration.ts";
import { canTransit, type TransitionTable } from "#contract/kernel/define-transitions.ts";
import {
  DOCUMENT_TEMPLATE_STATE,
  DOCUMENT_TEMPLATE_TRANSITIONS,
} from "#contract/document-templates/document-template-states.ts";
import { EMPLOYMENT_STATE, EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { EXPORT_STATE, EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import {
  INCOMING_PAYMENT_STATE,
  INCOMING_PAYMENT_TRANSITIONS,
} from "#contract/invoices/incoming-payment-states.ts";
import { INVOICE_STATE, INVOICE_TRANSITIONS } from "#contract/invoices/invoice-states.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TRANSITIONS,
} from "#contract/job-documents/job-document-states.ts";
import { JOB_INVITE_STATE, JOB_INVITE_TRANSITIONS } from "#contract/jobs/job-invite-states.ts";
import { JOB_OFFER_STATE, JOB_OFFER_TRANSITIONS } from "#contract/jobs/job-offer-states.ts";
import { JOB_STATE, JOB_TRANSITIONS } from "#contract/jobs/job-states.ts";
import { PAYOUT_STATE, PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE, RECEIPT_TRANSITIONS } from "#contract/receipts/receipt-states.ts";
import {
  REGISTRY_ITEM_STATE,
  REGISTRY_ITEM_TRANSITIONS,
} from "#contract/registries/registry-item-states.ts";
import { REGISTRY_STATE, REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { REVIEW_STATE, REVIEW_TRANSITIONS } from "#contract/reviews/review-states.ts";
import {
  WORKMAN_DOCUMENT_STATE,
  WORKMAN_DOCUMENT_TRANSITIONS,
} from "#contract/workman-documents/workman-document-states.ts";
import {
  REGISTRATION_STATUS,
  REGISTRATION_TRANSITIONS,
} from "#contract/workman-registration/registration-states.ts";
import { SMZ_STATE, SMZ_TRANSITIONS } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE, WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";

const TABLES: [string, Pick<Enumeration<Record<string, string>>, "ids">, TransitionTable][] = [
  ["a customer account", ACCOUNT_STATE, ACCOUNT_TRANSITIONS],
  ["a document template", DOCUMENT_TEMPLATE_STATE, DOCUMENT_TEMPLATE_TRANSITIONS],
  ["an employment", EMPLOYMENT_STATE, EMPLOYMENT_TRANSITIONS],
  ["an export", EXPORT_STATE, EXPORT_TRANSITIONS],
  ["money that came", INCOMING_PAYMENT_STATE, INCOMING_PAYMENT_TRANSITIONS],
  ["an invoice", INVOICE_STATE, INVOICE_TRANSITIONS],
  ["a document of a job", JOB_DOCUMENT_STATE, JOB_DOCUMENT_TRANSITIONS],
  ["an invite", JOB_INVITE_STATE, JOB_INVITE_TRANSITIONS],
  ["an offer", JOB_OFFER_STATE, JOB_OFFER_TRANSITIONS],
  ["a job", JOB_STATE, JOB_TRANSITIONS],
  ["a payout", PAYOUT_STATE, PAYOUT_TRANSITIONS],
  ["a receipt", RECEIPT_STATE, RECEIPT_TRANSITIONS],
  ["a registry row", REGISTRY_ITEM_STATE, REGISTRY_ITEM_TRANSITIONS],
  ["a registry", REGISTRY_STATE, REGISTRY_TRANSITIONS],
  ["a review", REVIEW_STATE, REVIEW_TRANSITIONS],
  ["a worker's paper", WORKMAN_DOCUMENT_STATE, WORKMAN_DOCUMENT_TRANSITIONS],
  ["a registration", REGISTRATION_STATUS, REGISTRATION_TRANSITIONS],
  ["a tax status", SMZ_STATE, SMZ_TRANSITIONS],
  ["a worker's profile", WORKMAN_STATE, WORKMAN_TRANSITIONS],
];

describe.each(TABLES)("the life of %s", (_, states, table) => {
  const rows = Object.values(table);

  it("names only states that exist", () => {
    const named = rows.flatMap((row) => [...row.from, ...row.to]);
    expect(named.filter((state) => !states.ids.includes(state))).toEqual([]);
  });

  it("leads from its creation to every state", () => {
    const reached = new Set<string>();
    for (let before = -1; before !== reached.size;) {
      before = reached.size;
      for (const row of rows)
        if (row.from.length === 0 || row.from.some((state) => reached.has(state)))
          row.to.forEach((state) => reached.add(state));
    }
    expect(states.ids.filter((state) => !reached.has(state))).toEqual([]);
  });

  it("gives every action somebody who may take it", () => {
    expect(Object.entries(table).filter(([, row]) => row.actor.length === 0)).toEqual([]);
  });
});

describe("a state table", () => {
  it("lets the worker, and not the customer, start a job he was given", () => {
    expect(canTransit(JOB_OFFER_TRANSITIONS, "start", "ACCEPTED", "workman")).toBe(true);
    expect(canTransit(JOB_OFFER_TRANSITIONS, "start", "ACCEPTED", "account")).toBe(false);
    expect(canTransit(JOB_OFFER_TRANSITIONS, "start", "CREATED", "workman")).toBe(false);
  });

  it("does not let a registry be executed twice", () => {
    expect(canTransit(REGISTRY_TRANSITIONS, "execute", "READY", "account")).toBe(true);
    for (const state of ["EXECUTING", "EXECUTED", "PARTIALLY_EXECUTED", "SCHEDULED", "APPROVAL"])
      expect(canTransit(REGISTRY_TRANSITIONS, "execute", state, "account")).toBe(false);
  });

  it("never takes money back from a finished payout but by the bank's return", () => {
    const leaving = Object.entries(PAYOUT_TRANSITIONS as TransitionTable).filter(([, row]) =>
      row.from.includes("PAID"),
    );
    expect(leaving.map(([action]) => action)).toEqual(["return"]);
  });
});
