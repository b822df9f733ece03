import { expect, test } from "vitest";
import {
  decimal,
  kopecks,
  listOf,
  oneOf,
  optional,
  parseCsv,
  text,
  wholeNumber,
  yesOrNo,
} from "#server/files/load-csv.ts";

const COLUMNS = {
  name: text,
  kind: oneOf(["CARD", "SBP"]),
  age: optional(wholeNumber),
  height: decimal,
  sum: kopecks,
  isReady: yesOrNo,
  services: listOf(wholeNumber),
};
const HEADER = "name,kind,age,height,sum,isReady,services\n";

test("a table of the sources becomes rows with values of their kinds", () => {
  expect(
    parseCsv(
      "people.csv",
      `${HEADER}"Иванов, Иван",CARD,,-1.5,250000,yes,201;202\nПётр,SBP,40,2,0,no,\n`,
      COLUMNS,
    ),
  ).toEqual([
    {
      name: "Иванов, Иван",
      kind: "CARD",
      age: null,
      height: -1.5,
      sum: 250_000n,
      isReady: true,
      services: [201, 202],
    },
    { name: "Пётр", kind: "SBP", age: 40, height: 2, sum: 0n, isReady: false, services: [] },
  ]);
});

test.each([
  [",CARD,,1,1,no,", "line 3, column name: a text is missing"],
  ["А,CASH,,1,1,no,", "line 3, column kind: «CASH» is none of CARD, SBP"],
  ["А,CARD,4.5,1,1,no,", "line 3, column age: «4.5» is no whole number"],
  ["А,CARD,,1e3,1,no,", "line 3, column height: «1e3» is no number"],
  ["А,CARD,,1,-1,no,", "line 3, column sum: «-1» is no sum in kopecks"],
  ["А,CARD,,1,1,true,", "line 3, column isReady: «true» is neither yes nor no"],
  ["А,CARD,,1,1,no,201;x", "line 3, column services: «x» is no whole number"],
  ['"А\nБ",CARD,,1,1,no,', "line 3, column name: a line break"],
  ["А,CARD,,1,1,no", "line 3: 6 cells, not 7"],
  ['"А,CARD,,1,1,no,', "line 3: Quoted field unterminated"],
  ["\nА,CARD,,1,1,no,", "line 3: 1 cells, not 7"],
])("the row «%s» is refused by file, line and column", (row, sentence) => {
  const source = `${HEADER}Анна,SBP,20,1,1,no,\n${row}\n`;
  expect(() => parseCsv("people.csv", source, COLUMNS)).toThrow(`people.csv, ${sentence}`);
});

test("a table with other columns is refused", () => {
  expect(() => parseCsv("people.csv", "name,age\nА,1\n", { name: text, kind: text })).toThrow(
    "people.csv, line 1: the columns are name,kind, not name,age",
  );
});
