import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { nullable, recordOf } from "#contract/kernel/fields.ts";
import { REGISTRY_FILE_BYTES, fileUpload } from "#contract/kernel/uploads.ts";
import { SecretId } from "#contract/values/ids.ts";
import { ReadingNoteSchema } from "./reading-note.ts";
import { HEADER_SEARCH_ROWS } from "./registry-columns.ts";

/** Of a text; the usual one of Excel first. */
export const TEXT_ENCODING = defineEnumeration({
  "windows-1251": "Windows, кириллица (1251)",
  "utf-8": "Юникод, UTF-8",
  ibm866: "DOS, кириллица (866)",
  "x-mac-cyrillic": "Macintosh, кириллица",
  "utf-16le": "Юникод, UTF-16",
  "utf-16be": "Юникод, UTF-16, старший байт первый",
});
export type TextEncoding = IdOf<typeof TEXT_ENCODING>;

/** «Ваш столбец → наш», for a header that is not the template's. */
export const ColumnChoices = Type.Object({
  /** Of a book; absent: the one the person last looked at, if it holds a table. */
  sheet: Type.Optional(Type.String({ maxLength: 100 })),
  /** Of a text, where a person chose it; absent: as recognised. A mark in the file wins. */
  encoding: Type.Optional(TEXT_ENCODING.schema),
  /** Rows that a filter or a hand hides are left out without it. */
  takesHidden: Type.Optional(Type.Boolean()),
  /** Last line of the header; 0 without one. */
  headLine: Type.Integer({ minimum: 0, maximum: HEADER_SEARCH_ROWS + 1 }),
  /** Another header makes the choices void. */
  head: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }),
  /** Our key → column of the file, from 0. Two keys may share one. */
  columns: recordOf(Type.Integer({ minimum: 0, maximum: 999 }), { maxProperties: 60 }),
  /** Our key → text of every row. */
  constants: recordOf(Type.String({ maxLength: 5000 }), { maxProperties: 60 }),
});
export type ColumnChoices = Type.Static<typeof ColumnChoices>;

/** As a field of a form: `ColumnChoices` in JSON. */
export const ColumnChoicesText = Type.String({ maxLength: 500_000 });

const GUESS_REASONS = ["title", "similar", "values", "remembered"] as const;

export const FileReading = Type.Object({
  /** Of the file that is kept for a day: see `readingCalls`. */
  readingID: SecretId,
  isTemplate: Type.Boolean(),
  /** Nothing to ask: template or known columns, one table, nothing hidden. */
  isKnown: Type.Boolean(),
  /** That was read; `null` for a text. */
  sheet: nullable(Type.String()),
  /** That was read; `null` for a book and for copied rows, which have no choice. */
  encoding: nullable(TEXT_ENCODING.schema),
  /** That hold a table, where there is a choice; rows below the head. */
  sheets: Type.Array(
    Type.Object({ name: Type.String(), rows: Type.Integer(), isHidden: Type.Boolean() }),
  ),
  notes: Type.Array(ReadingNoteSchema),
  /** Guessed, or the company's last choice for this header. */
  choices: ColumnChoices,
  /** Reason of each guess, by our key. */
  reasons: recordOf(
    Type.Unsafe<(typeof GUESS_REASONS)[number]>({ type: "string", enum: [...GUESS_REASONS] }),
  ),
  /** Columns of the file, without empty ones. */
  columns: Type.Array(
    Type.Object({
      position: Type.Integer(),
      title: Type.String(),
      examples: Type.Array(Type.String()),
      isHidden: Type.Boolean(),
    }),
  ),
  /** The first hundred, numbered as in the file. */
  rows: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String()) })),
});
export type FileReading = Type.Static<typeof FileReading>;

/** Of a file, what is to be read. */
export const ReadPart = Type.Object({
  /** Of a book. */
  sheet: Type.Optional(Type.String({ maxLength: 100 })),
  /** Of a text. */
  encoding: Type.Optional(TEXT_ENCODING.schema),
});
export type ReadPart = Type.Static<typeof ReadPart>;

export const fileToRead = fileUpload(
  "file",
  REGISTRY_FILE_BYTES,
  Type.Object({
    /** Copied from a spreadsheet: tabs between cells. */
    isPasted: Type.Optional(Type.Boolean()),
    ...ReadPart.properties,
  }),
);
