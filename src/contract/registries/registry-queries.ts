import { Type, type TSchema } from "typebox";
import { periodQuery, recordOf, Search, sorting, text } from "#contract/kernel/fields.ts";
import { pagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { fileUpload, REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { Id } from "#contract/values/ids.ts";
import { REGISTRY_STATE } from "./registry-states.ts";

/** Filters of a list of registries, every kind. */
export const registryListQuery = Type.Object({
  ...pagingQuery,
  ...periodQuery,
  search: Search,
  states: Type.Optional(queryList(REGISTRY_STATE.schema)),
  projectID: Type.Optional(Id),
  ...sorting("createdAt", "number", "amount", "rowsCount"),
});

/**
 * Filters of the rows of a registry. `afterRow` pages by key (rows with `rowNo` above it) and wins
 * over `page`; both are fast at any depth.
 *
 * @param itemState - schema of the row states of the kind.
 */
export function registryItemsQuery<State extends TSchema>(itemState: State) {
  return Type.Object({
    ...pagingQuery,
    afterRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    onlyErrors: Type.Optional(Type.Boolean()),
    onlyWarnings: Type.Optional(Type.Boolean()),
    states: Type.Optional(queryList(itemState)),
    cause: Type.Optional(Type.String({ maxLength: 100 })),
    search: Search,
  });
}

/** Multipart body of an upload: the file and where its rows belong by default. */
export const registryUpload = fileUpload(
  "file",
  REGISTRY_FILE_BYTES,
  Type.Object({
    title: Type.Optional(Type.String({ maxLength: 100 })),
    projectID: Type.Optional(Id),
  }),
);

/** Multipart body of a corrected file. */
export const registryFile = fileUpload("file", REGISTRY_FILE_BYTES);

/** A hundred thousand pasted rows in Cyrillic, two bytes a letter. */
const PASTED_BYTES = 40 * 1024 * 1024;

/**
 * Multipart body of rows copied from a spreadsheet. The part `text` is a file of UTF-8 text: tabs
 * between cells, line breaks between rows, quotes as spreadsheets put them. A file, because files
 * stream to disk: as a JSON text of 40 MB it would stop everybody else while it is parsed.
 */
export const pastedRegistry = fileUpload(
  "text",
  PASTED_BYTES,
  Type.Object({ title: Type.Optional(text(100)), projectID: Type.Optional(Id) }),
);

/**
 * A list of named rows is a field of a form; who changes more rows at once uploads a corrected
 * file.
 */
const MOST_NAMED_ROWS = 5_000;

/**
 * Multipart body of a pasted block. The rows it goes over are named, never counted from a start: a
 * filtered screen shows row 258 above row 1258, and the rows between them are somebody's right
 * sums.
 */
export const pastedBlock = fileUpload(
  "text",
  PASTED_BYTES,
  Type.Object({
    /**
     * Rows of the registry the lines of the block go over, in the order of the lines; without it
     * all lines are added.
     */
    itemIDs: Type.Optional(queryList(Id, MOST_NAMED_ROWS)),
    /**
     * Columns of the block's cells, in their order; without it the block's own header decides, or
     * `startColumn`.
     */
    columns: Type.Optional(queryList(text(64), 60)),
    /**
     * Column the first cell of the block goes to when the block has no header; the first column
     * unless given.
     */
    startColumn: Type.Optional(text(64)),
    /** `true`: lines behind the last named row become new rows; they are refused otherwise. */
    addRest: Type.Optional(Type.Boolean()),
    /** Version of the registry that was on the screen: another one is 409 `changed`. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    /**
     * Not taken any more: counting from a row changed hidden ones. Refused with what to send
     * instead.
     */
    startRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
);

/**
 * What was on the screen when a registry was cancelled for good: another version or state is 409,
 * so that a button pressed late, or in a second tab, does nothing else than what it said.
 */
export const CancelExpectation = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  stateID: REGISTRY_STATE.schema,
});

/** The largest change of cells in JSON: `CellsInput` with every cell full, two bytes a letter. */
export const CELLS_BYTES = 1024 * 1024;

/** Cells to change: key of the column → new text. */
export const CellsInput = recordOf(Type.String({ maxLength: 5000 }), {
  minProperties: 1,
  maxProperties: 60,
});
