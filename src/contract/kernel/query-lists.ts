import { Type, type TObject, type TSchema } from "typebox";
import { Id } from "#contract/values/ids.ts";

/** Keeps the URL below 8 KiB. */
export const MAX_QUERY_LIST = 500;

/**
 * Repeated keys (`jobIDs=1&jobIDs=2`), brackets (`jobIDs[]=1`) or commas (`jobIDs=1,2`): the
 * specification names no spelling. `readQueryLists` makes the array.
 */
export function queryList<Item extends TSchema>(item: Item, maxItems = MAX_QUERY_LIST) {
  return Type.Array(item, { maxItems });
}

export const IdList = queryList(Id);

/**
 * Other fields pass unchanged.
 *
 * @param query - its array properties are the lists.
 * @param raw - arrays of strings for repeated keys.
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
