import { Type, type TObject, type TSchema } from "typebox";
import { Id } from "#contract/values/ids.ts";

/** The most values one list of a query may carry; it keeps the address below 8 KiB. */
export const MAX_QUERY_LIST = 500;

/**
 * A list in a query, written as repeated keys (`jobIDs=1&jobIDs=2`), with brackets (`jobIDs[]=1`)
 * or as one value with commas (`jobIDs=1,2`). The schema sees the array only: the server passes the
 * raw query through `readQueryLists` before it validates.
 *
 * Decision: the specification names the parameters (`jobIDs`, `accountEmployeeIDs`, …) but not
 * their spelling, so all are read.
 */
export function queryList<Item extends TSchema>(item: Item, maxItems = MAX_QUERY_LIST) {
  return Type.Array(item, { maxItems });
}

/** A list of record ids in a query. */
export const IdList = queryList(Id);

/**
 * Brings every list of a query to an array of texts, as `queryList` documents; other fields pass
 * unchanged.
 *
 * @param query - the schema of the call; its array properties are the lists.
 * @param raw - the parsed query: texts, or arrays of texts for repeated keys.
 */
export function readQueryLists(
  query: TObject,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = { ...raw };
  for (const [name, schema] of Object.entries(query.properties)) {
    if ((schema as { type?: unknown }).type !== "array") continue;
    const value = raw[name] ?? raw[`${name}[]`];
    delete read[`${name}[]`];
    if (value === undefined) continue;
    const parts = Array.isArray(value) ? value : [value];
    read[name] = parts
      .flatMap((part) =>
        typeof part === "string" ? part.split(",").map((one) => one.trim()) : [part],
      )
      .filter((one) => one !== "");
  }
  return read;
}
