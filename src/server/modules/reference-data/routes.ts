import { sql } from "kysely";
import { definitionsCatalogue, definitionsEndpoints } from "#contract/definitions-catalogue.ts";
import { referenceDataEndpoints as endpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { answerCached } from "./answer-cached.ts";
import type { Platform } from "#server/platform.ts";
import { makeDirectories } from "./directories.ts";

export function serveReferenceData(serve: Serve, { db, clock, maps }: Platform): void {
  const directories = makeDirectories(db, clock);

  serve(endpoints.cityList, async ({ query, reply }) => {
    const { cities } = await directories();
    return answerCached(reply, {
      items: query.search
        ? cities.filter((city) => isFound(query.search, city.title, city.region))
        : cities,
    });
  });

  serve(endpoints.cityInfo, async ({ query, reply }) => {
    const city = (await directories()).cities.find((one) => one.id === query.cityID);
    if (!city) throw notFound("Город не найден");
    return answerCached(reply, city);
  });

  serve(definitionsEndpoints.definitions, async ({ reply }) =>
    answerCached(reply, definitionsCatalogue()),
  );

  serve(endpoints.serviceList, async ({ query, reply }) => {
    const { services } = await directories();
    const found = services.filter(
      (one) =>
        (query.groupID === undefined || one.groupID === query.groupID) &&
        isFound(query.search, one.title, one.code),
    );
    return answerCached(reply, { items: ordered(found, query) });
  });

  serve(endpoints.serviceGroupList, async ({ query, reply }) =>
    answerCached(reply, { items: ordered((await directories()).groups, query) }),
  );

  serve(endpoints.geocode, async ({ query }) => {
    const places = await maps.findPlaces(query.query.trim()).catch((cause: unknown) => {
      throw new AppError("unavailable", "Карты сейчас не отвечают. Укажите адрес текстом", {
        cause,
      });
    });
    const { cities } = await directories();
    return {
      items: places.map(({ address, latitude, longitude, city }) => ({
        address,
        latitude,
        longitude,
        cityID: cities.find((one) => one.title === city)?.id ?? null,
      })),
    };
  });

  serve(endpoints.servicesByAccount, async ({ query, actor, trx }) => {
    const accountId = query.accountID ?? actor?.accountId;
    if (!accountId) return { items: [] };
    // An index step per service, no scan of jobs.
    const { rows } = await sql<{ service_id: number }>`
      SELECT s.id AS service_id FROM services s
      WHERE EXISTS (SELECT FROM jobs j
        WHERE j.account_id = ${accountId}
          AND j.kind = 'OFFER'
          AND j.state NOT IN ('DRAFT', 'MODERATION', 'REJECTED')
          AND j.service_id = s.id)`.execute(trx);
    const used = new Set(rows.map((row) => row.service_id));
    return { items: (await directories()).services.filter((one) => used.has(one.id)) };
  });
}

function isFound(search: string | undefined, ...texts: (string | null)[]): boolean {
  const needle = search?.trim().toLocaleLowerCase("ru");
  return !needle || texts.some((text) => text?.toLocaleLowerCase("ru").includes(needle));
}

type Orderable = {
  readonly title: string;
  readonly filterIndex: number;
  readonly panelIndex: number;
};

function ordered<Item extends Orderable>(
  items: readonly Item[],
  { orderField, orderDirection }: { orderField?: keyof Orderable; orderDirection?: "asc" | "desc" },
): readonly Item[] {
  if (orderField === undefined) return items;
  const sign = orderDirection === "desc" ? -1 : 1;
  return [...items].sort(
    (a, b) =>
      sign *
      (orderField === "title"
        ? a.title.localeCompare(b.title, "ru")
        : a[orderField] - b[orderField]),
  );
}
