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
  readonly value: number | undefined;
}

/** `?city=`, remembered. */
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

/** The URL never changes by itself: a link shows everybody the same list. */
export function CityOffer({ cities, value }: CityFieldProps) {
  // Known in the browser only.
  const remembered = useSyncExternalStore(neverChanges, rememberedCity, () => "");
  const city = value === undefined ? cities.find(({ id }) => String(id) === remembered) : undefined;
  if (!city) return null;
  return (
    <CatalogueLink changes={{ city: String(city.id) }}>Только город {city.title}</CatalogueLink>
  );
}

const neverChanges = () => () => undefined;
