import { Link, useLocation } from "react-router";
import { addressWith } from "./query-address.ts";
import "./catalogue.css";

/** A filter in force. */
export interface Chip {
  readonly label: string;
  /** Names of the query that make it. */
  readonly names: readonly string[];
}

/** Filters in force as links that take one out each, and one that takes out all. */
export function CatalogueChips({ chips }: { readonly chips: readonly Chip[] }) {
  const { pathname, search } = useLocation();
  if (chips.length === 0) return null;
  return (
    <nav aria-label="Выбранные фильтры">
      <ul className="plain-list catalogue-chips">
        {chips.map(({ label, names }) => (
          <li key={label}>
            <Link className="chip" to={addressWith(pathname, search, without(names))} aria-label={`Убрать фильтр: ${label}`}>
              {label} <span aria-hidden="true">×</span>
            </Link>
          </li>
        ))}
        <li>
          <Link className="chip-reset" to={resetAddress(pathname, search, chips)}>
            Сбросить
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** Nothing matches: says so and takes the filters out. */
export function NothingByFilters({ chips }: { readonly chips: readonly Chip[] }) {
  const { pathname, search } = useLocation();
  return (
    <section className="card" aria-labelledby="nothing-found">
      <h2 id="nothing-found">По этим фильтрам ничего не найдено</h2>
      <p>Попробуйте убрать часть условий или написать короче: одно слово вместо фразы.</p>
      <Link className="button button-plain" to={resetAddress(pathname, search, chips)}>
        Сбросить фильтры
      </Link>
    </section>
  );
}

/** The order of the list is no filter and stays. */
function resetAddress(pathname: string, search: string, chips: readonly Chip[]): string {
  return addressWith(pathname, search, without(chips.flatMap(({ names }) => names)));
}

function without(names: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
