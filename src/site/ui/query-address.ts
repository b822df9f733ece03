/** `undefined` and "" remove a parameter. */
export type QueryChanges = Readonly<Record<string, string | undefined>>;

/**
 * Resets the page to the first.
 *
 * @returns path with query.
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

/** `null` if invalid. */
export function pageOfQuery(query: URLSearchParams): number | null {
  const text = query.get("page");
  if (text === null || text === "") return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/** `undefined` if absent or invalid. */
export function idOfQuery(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Cut to the server's limit. */
export function searchOfQuery(query: URLSearchParams): string | undefined {
  return query.get("search")?.trim().slice(0, 200) || undefined;
}
