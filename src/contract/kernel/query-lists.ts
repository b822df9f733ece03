import { Type, type TObject, type TSchema } from "typebox";
import { Id } from "#contract/values/ids.ts";

/** Values per list of a query; keeps the URL below 8 KiB. */
export const MAX_QUERY_LIST = 500;

/**
 * A list in a query: repeated keys (`jobIDs=1&jobIDs=2`), brackets (`jobIDs[]=1`) or commas
 * (`jobIDs=1,2`). `readQueryLists` turns all three into the array this schema validates.
 *
 * Decision: the specification names the parameters (`jobIDs`, `accountEmployeeIDs`, …) but not
 * their spelling, so all are read.
 */
export function queryList<Item extends TSchema>(item: Item, maxItems = MAX_QUERY_LIST) {
  return Type.Array(item, { maxItems });
}

export const IdList = queryList(Id);

/**
 * Turns every list of a query into an array of strings (see `queryList`); other fields pass
 * unchanged.
 *
 * @param query - schema of the call; its array properties are the lists.
 * @param raw - the parsed query: strings, or arrays of strings for repeated keys.
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
