import type { ListView } from "./use-paged-list.ts";

/** Other keys belong to the page. */
const LIST_KEY = /^(currentPage|pageSize|sorters\[|filters\[)/;

/** @returns parameters without the prefix. */
export function ownParameters(search: string, prefix: string): string {
  if (prefix === "") return search;
  const own = [...new URLSearchParams(search)].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  );
  return own.length === 0 ? "" : `?${new URLSearchParams(own).toString()}`;
}

/**
 * Refine's format; defaults are omitted.
 *
 * @param search - with `?` or empty.
 * @returns with `?` or empty.
 */
export function writeListAddress(
  search: string,
  view: ListView,
  first: Pick<ListView, "order" | "perPage">,
  prefix = "",
): string {
  const query = new URLSearchParams(search);
  const own = Array.from(query.keys()).filter(
    (name) => name.startsWith(prefix) && LIST_KEY.test(name.slice(prefix.length)),
  );
  for (const name of own) query.delete(name);
  if (view.page > 1) query.set(`${prefix}currentPage`, String(view.page));
  if (view.perPage !== first.perPage) query.set(`${prefix}pageSize`, String(view.perPage));
  if (
    view.order &&
    (view.order.field !== first.order?.field || view.order.order !== first.order.order)
  ) {
    query.set(`${prefix}sorters[0][field]`, view.order.field);
    query.set(`${prefix}sorters[0][order]`, view.order.order);
  }
  let index = 0;
  for (const [field, value] of Object.entries(view.filters)) {
    if (value === undefined || value === "" || value.length === 0) continue;
    const isList = typeof value !== "string";
    query.set(`${prefix}filters[${index}][field]`, field);
    query.set(`${prefix}filters[${index}][operator]`, isList ? "in" : "eq");
    if (isList)
      value.forEach((one, place) => query.set(`${prefix}filters[${index}][value][${place}]`, one));
    else query.set(`${prefix}filters[${index}][value]`, value);
    index += 1;
  }
  // Browsers and mail clients accept unescaped brackets.
  const text = query.toString().replaceAll("%5B", "[").replaceAll("%5D", "]");
  return text === "" ? "" : `?${text}`;
}
