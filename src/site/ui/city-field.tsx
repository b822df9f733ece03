import { useSyncExternalStore } from "react";
import { CatalogueLink } from "./catalogue-link.tsx";
import { rememberCity, rememberedCity } from "./remembered-city.ts";
import { SelectField } from "./select-field.tsx";

interface NamedCity {
  readonly id: number;
  readonly title: string;
}

interface CityFieldProps {
  readonly cities: readonly NamedCity[];
  /** The city the list is narrowed to. */
  readonly value: number | undefined;
}

/**
 * Choice of a city in the filters of a public list, `?city=` of its address; the choice is
 * remembered for the next visit.
 */
export function CityField({ cities, value }: CityFieldProps) {
  return (
    <SelectField
      label="Город"
      anyLabel="Все города"
      name="city"
      defaultValue={value ?? ""}
      options={cities.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(event) => rememberCity(event.target.value)}
    />
  );
}

/**
 * Offers the remembered city where none is chosen; an address never changes by itself, so that a
 * link shows everybody the same list.
 */
export function CityOffer({ cities, value }: CityFieldProps) {
  // The server does not know the visitor: the offer comes when the browser has taken the page over.
  const remembered = useSyncExternalStore(neverChanges, rememberedCity, () => "");
  const city = value === undefined ? cities.find(({ id }) => String(id) === remembered) : undefined;
  if (!city) return null;
  return (
    <CatalogueLink changes={{ city: String(city.id) }}>Только город {city.title}</CatalogueLink>
  );
}

const neverChanges = () => () => undefined;
