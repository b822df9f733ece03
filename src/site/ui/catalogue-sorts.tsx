import { CatalogueLink } from "./catalogue-link.tsx";
import "./catalogue.css";

interface CatalogueSortsProps {
  /** The first is the default. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly now: string;
}

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

export function sortOfQuery<Name extends string>(
  query: URLSearchParams,
  sorts: Readonly<Record<Name, unknown>>,
): Name {
  const names = Object.keys(sorts) as Name[];
  return names.find((name) => name === query.get("sort")) ?? (names[0] as Name);
}
