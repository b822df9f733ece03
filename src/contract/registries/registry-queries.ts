import { Type, type TSchema } from "typebox";
import { periodQuery, recordOf, Search, sorting, text } from "#contract/kernel/fields.ts";
import { pagingQuery, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { fileUpload, REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { Id } from "#contract/values/ids.ts";
import { ColumnChoicesText } from "./file-reading.ts";
import { REGISTRY_STATE } from "./registry-states.ts";

export const registryListQuery = Type.Object({
  ...timePagingQuery,
  ...periodQuery,
  search: Search,
  states: Type.Optional(queryList(REGISTRY_STATE.schema)),
  projectID: Type.Optional(Id),
  ...sorting("createdAt", "number", "amount", "rowsCount"),
});

/**
 * `afterRow` (rows with a greater `rowNo`) wins over `page`.
 *
 * @param itemState - row states of the kind.
 */
export function registryItemsQuery<State extends TSchema>(itemState: State) {
  return Type.Object({
    ...pagingQuery,
    afterRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    onlyErrors: Type.Optional(Type.Boolean()),
    onlyWarnings: Type.Optional(Type.Boolean()),
    states: Type.Optional(queryList(itemState)),
    cause: Type.Optional(Type.String({ maxLength: 100 })),
    /** Narrows `cause`: the same mistake of another column is another cause. */
    causeColumn: Type.Optional(text(64)),
    search: Search,
  });
}

export const registryUpload = fileUpload(
  "file",
  REGISTRY_FILE_BYTES,
  Type.Object({
    title: Type.Optional(Type.String({ maxLength: 100 })),
    projectID: Type.Optional(Id),
    choices: Type.Optional(ColumnChoicesText),
  }),
);

export const registryFile = fileUpload("file", REGISTRY_FILE_BYTES);

/** A hundred thousand rows in Cyrillic. */
const PASTED_BYTES = 40 * 1024 * 1024;

/**
 * The part `text` is a UTF-8 file: tabs between cells, line breaks between rows, quotes as in
 * spreadsheets. A file, because 40 MB of JSON would block other requests.
 */
export const pastedRegistry = fileUpload(
  "text",
  PASTED_BYTES,
  Type.Object({
    title: Type.Optional(text(100)),
    projectID: Type.Optional(Id),
    choices: Type.Optional(ColumnChoicesText),
  }),
);

/** For more rows upload a corrected file. */
const MOST_NAMED_ROWS = 5_000;

/**
 * Overwritten rows are named, not counted from a start row: a filtered screen hides rows between.
 */
export const pastedBlock = fileUpload(
  "text",
  PASTED_BYTES,
  Type.Object({
    /** In the order of lines; without it all lines are added. */
    itemIDs: Type.Optional(queryList(Id, MOST_NAMED_ROWS)),
    /** In order; by default by the block's header or `startColumn`. */
    columns: Type.Optional(queryList(text(64), 60)),
    /** First column of a block without a header; by default the first. */
    startColumn: Type.Optional(text(64)),
    /** `true`: lines beyond the last row are added, else refused. */
    addRest: Type.Optional(Type.Boolean()),
    /** The version shown; 409 `changed` when it differs. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    /** Obsolete: refused with what to send instead. */
    startRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
);

/** As shown; 409 when they differ, so a late click never does more than the button said. */
export const CancelExpectation = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  stateID: REGISTRY_STATE.schema,
});

export const CELLS_BYTES = 1024 * 1024;

/** By column key. */
export const CellsInput = recordOf(Type.String({ maxLength: 5000 }), {
  minProperties: 1,
  maxProperties: 60,
});

/** `before`: the text the person saw in each cell; 409 with who changed it when another stands there. */
export const ItemEdit = Type.Object({
  cells: CellsInput,
  before: Type.Optional(recordOf(Type.String({ maxLength: 5000 }), { maxProperties: 20 })),
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});
