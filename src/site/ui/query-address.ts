/** Changes of a query: `undefined` and an empty text take the name out. */
export type QueryChanges = Readonly<Record<string, string | undefined>>;

/**
 * An address of the same list seen otherwise: empty fields of a form are left out, and whatever
 * changes, the list begins at its first page.
 *
 * @returns the path with its query, if any is left.
 */
export function addressWith(
  pathname: string,
  search: string | URLSearchParams,
  changes: QueryChanges,
): string {
  const query = new URLSearchParams(search);
  query.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const named = [...query].filter(([, value]) => value.trim() !== "");
  const text = new URLSearchParams(named).toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}

/** The page of a public list: 1 unless the query names a later one; `null` for what is no page. */
export function pageOfQuery(query: URLSearchParams): number | null {
  const text = query.get("page");
  if (text === null || text === "") return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/** An id in a query; `undefined` for an absent one and for anything else. */
export function idOfQuery(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Text of a search field, as far as the server takes it. */
export function searchOfQuery(query: URLSearchParams): string | undefined {
  return query.get("search")?.trim().slice(0, 200) || undefined;
}
