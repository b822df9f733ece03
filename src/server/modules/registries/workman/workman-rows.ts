import { WORKMAN_COLUMNS } from "#contract/registries/kinds/workman-columns.ts";
import { validateWorkmanRow, type WorkmanRowValues } from "#contract/registries/kinds/workman.ts";
import type { ValidatedRow, RowKind, StoredValues } from "../registry-kind.ts";
import { PHONE_REPEATED } from "../repeated-rows.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { InvitationValidator, type InvitationScope } from "./invitation-validator.ts";

function stored({ row: { values } }: ValidatedRow<WorkmanRowValues>): StoredValues {
  const { inn, phone, tags, comment, firstName, email } = values;
  return {
    externalId: null,
    inn,
    phone,
    receiptText: null,
    workStart: null,
    workEnd: null,
    actDate: null,
    tags,
    comment,
    values: { firstName, email },
  };
}

export const WORKMAN_ROWS: RowKind<
  WorkmanRowValues,
  InvitationScope,
  PeopleQuestion,
  PeopleAnswer
> = {
  name: "workman",
  columns: WORKMAN_COLUMNS,
  dateColumns: [],
  repeats: [PHONE_REPEATED],
  reader: () => (cells) => validateWorkmanRow(cells),
  keysOf: ({ inn, phone }) => ({ externalId: null, inn, phone }),
  validate: (scope) => new InvitationValidator(scope),
  stored,
};
