import { CatalogueLink } from "./catalogue-link.tsx";
import "./catalogue.css";

interface CatalogueSortsProps {
  /** Value of `?sort=` → what it is called; the first is the order without a query. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly now: string;
}

/** The order of a public list as links. */
export function CatalogueSorts({ sorts, now }: CatalogueSortsProps) {
  const first = Object.keys(sorts)[0];
  return (
    <nav aria-label="Порядок списка">
      <ul className="plain-list catalogue-sorts">
        {Object.entries(sorts).map(([name, label]) => (
          <li key={name}>
            <CatalogueLink
              changes={{ sort: name === first ? undefined : name }}
              aria-current={name === now ? "true" : undefined}
            >
              {label}
            </CatalogueLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The order a query asks for; an unknown one is the first. */
export function sortOfQuery<Name extends string>(
  query: URLSearchParams,
  sorts: Readonly<Record<Name, unknown>>,
): Name {
  const names = Object.keys(sorts) as Name[];
  return names.find((name) => name === query.get("sort")) ?? (names[0] as Name);
}
