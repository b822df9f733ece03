import { callJson, type HttpTarget } from "../common/http-call.ts";
import type { FoundPlace, Maps } from "./port.ts";

const MOST_PLACES = 10;

/** `GET {url}/geocode?query=…` answers `{places: [{address, latitude, longitude, city}]}`. */
export function httpMaps(target: HttpTarget): Maps {
  return {
    async findPlaces(query) {
      const answer = await callJson(
        { timeoutMs: 4_000, attempts: 2, ...target },
        { method: "GET", path: `/geocode?query=${encodeURIComponent(query)}` },
      );
      const places = (answer as { places?: unknown } | null)?.places;
      if (!Array.isArray(places)) throw new Error("the maps service answered without places");
      return places
        .filter(isPlace)
        .slice(0, MOST_PLACES)
        .map(({ address, latitude, longitude, city }) => ({
          address,
          latitude,
          longitude,
          city: city ?? null,
        }));
    },
  };
}

function isPlace(value: unknown): value is FoundPlace {
  const place = value as Partial<FoundPlace> | null;
  return (
    typeof place?.address === "string" &&
    Number.isFinite(place.latitude) &&
    Number.isFinite(place.longitude) &&
    (place.city === null || place.city === undefined || typeof place.city === "string")
  );
}
