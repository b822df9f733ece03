import { WORKMAN_REGISTRATION_COLUMNS } from "#contract/registries/kinds/workman-registration-columns.ts";
import {
  validateWorkmanRegistrationRow,
  type WorkmanRegistrationRowValues,
} from "#contract/registries/kinds/workman-registration.ts";
import { registryFinding } from "#contract/registries/registry-findings.ts";
import type { ValidatedRow, RowKind, StoredValues } from "../registry-kind.ts";
import { PHONE_REPEATED, textKey } from "../repeated-rows.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { InvitationValidator, type InvitationScope } from "../workman/invitation-validator.ts";

/** All but the keys is sealed with the personal cells. */
function stored({ row: { values } }: ValidatedRow<WorkmanRegistrationRowValues>): StoredValues {
  return {
    externalId: null,
    inn: values.inn,
    phone: values.phone,
    receiptText: null,
    workStart: null,
    workEnd: null,
    actDate: null,
    tags: [],
    comment: null,
    values,
  };
}

export const WORKMAN_REGISTRATION_ROWS: RowKind<
  WorkmanRegistrationRowValues,
  InvitationScope,
  PeopleQuestion,
  PeopleAnswer
> = {
  name: "workman-registration",
  columns: WORKMAN_REGISTRATION_COLUMNS,
  dateColumns: ["birthDate", "passportIssuedOn", "patentUntil", "migrationCardUntil"],
  repeats: [
    PHONE_REPEATED,
    {
      column: "inn",
      keysOf: ({ inn }) => [textKey(inn)],
      finding: (n) => registryFinding("inn", "inn_repeated", { n }),
    },
  ],
  reader: (today) => (cells, uses1904) =>
    validateWorkmanRegistrationRow(cells, { today, uses1904 }),
  keysOf: ({ inn, phone }) => ({ externalId: null, inn, phone }),
  validate: (scope) => new InvitationValidator(scope),
  stored,
};
