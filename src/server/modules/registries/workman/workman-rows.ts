import { WORKMAN_COLUMNS } from "#contract/registries/kinds/workman-columns.ts";
import { checkWorkmanRow, type WorkmanRowValues } from "#contract/registries/kinds/workman.ts";
import type { JudgedRow, RowKind, StoredValues } from "../registry-kind.ts";
import { COPY_ITEMS, itemCopyLine } from "../validation/item-copy.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { InvitationJudge, type InvitationScope } from "./invitation-judge.ts";

function stored({ row: { values } }: JudgedRow<WorkmanRowValues>): StoredValues {
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
  repeats: [
    {
      column: "phone",
      code: "phone_repeated",
      keyOf: ({ phone }) => (phone === null ? null : { texts: [phone], number: 0 }),
    },
  ],
  reader: () => (cells) => checkWorkmanRow(cells),
  keysOf: ({ inn, phone }) => ({ externalId: null, inn, phone }),
  judge: (scope) => new InvitationJudge(scope),
  stored,
  copy: {
    statement: COPY_ITEMS,
    line: (scope, rowNo, fileLine, judged) =>
      itemCopyLine({ columns: WORKMAN_COLUMNS, stored }, scope, rowNo, fileLine, judged),
  },
};
