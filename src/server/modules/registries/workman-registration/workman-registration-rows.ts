import { WORKMAN_REGISTRATION_COLUMNS } from "#contract/registries/kinds/workman-registration-columns.ts";
import {
  checkWorkmanRegistrationRow,
  type WorkmanRegistrationRowValues,
} from "#contract/registries/kinds/workman-registration.ts";
import type { JudgedRow, RowKind, StoredValues } from "../registry-kind.ts";
import { COPY_ITEMS, itemCopyLine } from "../validation/item-copy.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { InvitationJudge, type InvitationScope } from "../workman/invitation-judge.ts";

/** All values but the keys are sealed with the personal cells. */
function stored({ row: { values } }: JudgedRow<WorkmanRegistrationRowValues>): StoredValues {
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
    {
      column: "phone",
      code: "phone_repeated",
      keyOf: ({ phone }) => (phone === null ? null : { texts: [phone], number: 0 }),
    },
    {
      column: "inn",
      code: "inn_repeated",
      keyOf: ({ inn }) => (inn === null ? null : { texts: [inn], number: 0 }),
    },
  ],
  reader: (today) => (cells, uses1904) => checkWorkmanRegistrationRow(cells, { today, uses1904 }),
  keysOf: ({ inn, phone }) => ({ externalId: null, inn, phone }),
  judge: (scope) => new InvitationJudge(scope),
  stored,
  copy: {
    statement: COPY_ITEMS,
    line: (scope, rowNo, fileLine, judged) =>
      itemCopyLine(
        { columns: WORKMAN_REGISTRATION_COLUMNS, stored },
        scope,
        rowNo,
        fileLine,
        judged,
      ),
  },
};
