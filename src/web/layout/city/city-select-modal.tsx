import { useEffect, useState } from "react";
import type { City } from "#contract/reference-data/reference-data.ts";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { SiteButton } from "#web/ui/site-button.tsx";
import { SiteField } from "#web/ui/site-field.tsx";
import "./city-select.css";

const SHOWN = 60;
const TYPING_MS = 250;

export default function CitySelectModal({
  onSelect,
  close,
}: ModalProps["city-select"] & ModalControls) {
  const [search, setSearch] = useState("");
  const { cities, failure, retry } = useCities(search.trim());
  const handleSelect = ({ id, title }: City) => {
    close();
    onSelect({ id, title });
  };
  return (
    <>
      <SiteField
        label="Город или область"
        type="search"
        value={search}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setSearch(event.target.value)}
      />
      {failure ? (
        <p role="alert">
          {failure}{" "}
          <SiteButton variant="link" onClick={retry}>
            Повторить
          </SiteButton>
        </p>
      ) : null}
      <ul
        className="plain-list city-list"
        aria-label="Города"
        aria-busy={cities === null && failure === null}
      >
        {(cities ?? []).slice(0, SHOWN).map((city) => (
          <li key={city.id}>
            <button type="button" onClick={() => handleSelect(city)}>
              {city.title}
              {city.region && city.region !== city.title ? (
                <small className="muted">{city.region}</small>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <output className="muted">
        {cities === null ? "" : wordsFor(cities.length, search.trim())}
      </output>
    </>
  );
}

function wordsFor(count: number, search: string): string {
  if (count === 0)
    return `По запросу «${search}» городов нет. Проверьте написание или выберите ближайший крупный город`;
  return count > SHOWN ? `Показаны ${SHOWN} из ${count}. Введите название, чтобы найти другие` : "";
}

/** Drops outdated responses. */
function useCities(search: string): {
  readonly cities: readonly City[] | null;
  readonly failure: string | null;
  readonly retry: () => void;
} {
  const [cities, setCities] = useState<readonly City[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      try {
        const { items } = await callEndpoint(referenceDataEndpoints.cityList, {
          query: search === "" ? {} : { search },
        });
        if (!isCurrent) return;
        setCities(items);
        setFailure(null);
      } catch (thrown) {
        if (isCurrent) setFailure(asHttpError(thrown).message);
      }
    };
    const timer = setTimeout(() => void ask(), search === "" ? 0 : TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, attempt]);
  return { cities, failure, retry: () => setAttempt(attempt + 1) };
}
