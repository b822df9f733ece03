import { sql } from "kysely";
import { workmanEndpoints as endpoints } from "#contract/workmen/workman-endpoints.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyWorkmanInfo } from "../my-workman-info.ts";
import { refuseUnknownCity } from "../refuse-unknown-city.ts";

export function serveWorkmanChanges(serve: Serve, { clock }: Platform): void {
  serve(endpoints.update, async ({ actor, body, trx, audit }) => {
    const { cityID, description, services } = body;
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM workmen WHERE id = ${actor.workmanId} FOR NO KEY UPDATE`.execute(trx);
    if (rows[0]?.state === "BLOCKED")
      throw conflict("Профиль заблокирован: изменить его нельзя. Обратитесь в поддержку");
    if (cityID !== undefined) {
      await refuseUnknownCity(trx, cityID);
      await sql`UPDATE workmen SET city_id = ${cityID} WHERE id = ${actor.workmanId}`.execute(trx);
      await sql`UPDATE people SET city_id = ${cityID} WHERE id = ${actor.personId}`.execute(trx);
    }
    if (description !== undefined)
      await sql`
        UPDATE workmen SET about = ${description.trim()} WHERE id = ${actor.workmanId}`.execute(
        trx,
      );
    if (services !== undefined) await replaceServices(trx, actor.workmanId, services);
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman" });
    audit({
      event: "workman.updated",
      object: { type: "workman", id: actor.workmanId, title: actor.name },
      ...(services ? { after: { services: services.length } } : {}),
    });
    return loadMyWorkmanInfo(trx, actor, clock.now());
  });
}

interface GivenService {
  readonly id: number;
  readonly priceFrom?: number | null;
}

/** @throws AppError `invalid` — a closed or repeated service. */
async function replaceServices(
  trx: Trx,
  workmanId: number,
  given: readonly GivenService[],
): Promise<void> {
  const ids = given.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw invalid({ services: ["Услуга названа дважды. Оставьте одну строку"] });
  const { rows } = await sql<{
    id: number;
  }>`SELECT id FROM services WHERE id = ANY (${ids}::integer[])`.execute(trx);
  if (rows.length < ids.length)
    throw invalid({ services: ["Такой услуги больше нет. Выберите другую из списка"] });
  const prices = given.map(({ priceFrom }) =>
    priceFrom === undefined || priceFrom === null ? null : readRubles(priceFrom, "services"),
  );
  await sql`DELETE FROM workman_services WHERE workman_id = ${workmanId}`.execute(trx);
  await sql`
    INSERT INTO workman_services (workman_id, service_id, price_kopecks)
    SELECT ${workmanId}, * FROM unnest(${ids}::integer[], ${prices}::bigint[])`.execute(trx);
}
