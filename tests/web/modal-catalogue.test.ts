import { expect, test } from "vitest";
import "#console/workman-wallet/card-bind-result.ts";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { SHARED_MODALS } from "#console/app/shared-modals.ts";
import { SHELL_MODALS } from "#site/shell-modals.ts";
import "#site/layout/person-menu.tsx";
import "#site/jobs/job-missing.tsx";
import { modalEntries, provideModals } from "#web/modals/modal-store.ts";
import type { ModalName } from "#web/modals/modal-catalogue.ts";
import { specList } from "#tests/architecture/spec-list.ts";

/** The compiler keeps the list equal to the catalogue. */
const BUILT: Readonly<Record<ModalName, true>> = {
  account: true,
  "account-user-edit": true,
  "account-user-delete": true,
  "account-review": true,
  "balance-top-up": true,
  "card-bind-success": true,
  "card-bind-fail": true,
  "card-unbind": true,
  "city-select": true,
  "document-template-sign": true,
  "document-template-reject": true,
  "employee-invite": true,
  "employee-projects": true,
  "email-change": true,
  "mobile-app": true,
  "money-withdrawal": true,
  "act-sign": true,
  "sign-in-offer": true,
  "job-edit": true,
  "job-cancel": true,
  "invite-accept": true,
  "invite-decline": true,
  "invite-create": true,
  "invite-cancel": true,
  "offer-accept": true,
  "offer-decline": true,
  "offer-cancel": true,
  "offer-create": true,
  "offer-start-execution": true,
  "offer-arbitration": true,
  "offer-mass-accept": true,
  "phone-change": true,
  review: true,
  "requisite-change": true,
  "registration-help": true,
  "smz-registration-help": true,
  "smz-registration-fail": true,
  "smz-registration-wait": true,
};
const names = (one: object) => Object.keys(one).sort();

test("every modal of the specification is built, and no other", () => {
  expect(names(BUILT)).toEqual(
    specList("modals")
      .map(({ name }) => name)
      .sort(),
  );
});

test("every modal that can be opened is handed in by a module and loads", async () => {
  provideModals(
    Object.assign(
      {},
      SHELL_MODALS,
      SHARED_MODALS,
      ...CONSOLE_MODULES.map((one) => one.modals ?? {}),
    ),
  );
  expect(names(modalEntries())).toEqual(names(BUILT));
  for (const { load, title } of Object.values(modalEntries())) {
    expect(title).not.toBe("");
    expect(typeof (await load()).default).toBe("function");
  }
}, 60_000);
