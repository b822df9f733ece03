import { CatalogueLink } from "./catalogue-link.tsx";
import "./catalogue.css";

export interface Chip {
  readonly label: string;
  readonly names: readonly string[];
}

export function CatalogueChips({ chips }: { readonly chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <nav aria-label="Выбранные фильтры">
      <ul className="plain-list catalogue-chips">
        {chips.map(({ label, names }) => (
          <li key={label}>
            <CatalogueLink
              className="chip"
              changes={without(names)}
              aria-label={`Убрать фильтр: ${label}`}
            >
              {label} <span aria-hidden="true">×</span>
            </CatalogueLink>
          </li>
        ))}
        <li>
          <CatalogueLink className="chip-reset" changes={withoutAll(chips)}>
            Сбросить
          </CatalogueLink>
        </li>
      </ul>
    </nav>
  );
}

export function NothingByFilters({ chips }: { readonly chips: readonly Chip[] }) {
  return (
    <section className="card" aria-labelledby="nothing-found">
      <h2 id="nothing-found">По этим фильтрам ничего не найдено</h2>
      <p>Попробуйте убрать часть условий или написать короче: одно слово вместо фразы.</p>
      <CatalogueLink className="button button-plain" changes={withoutAll(chips)}>
        Сбросить фильтры
      </CatalogueLink>
    </section>
  );
}

/** Keeps the sorting. */
function withoutAll(chips: readonly Chip[]): Record<string, undefined> {
  return without(chips.flatMap(({ names }) => names));
}

function without(names: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
