import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { presentOffers } from "./presenter.ts";
import { selectOffers, visibleTo, type OfferRow } from "./queries.ts";

/** @throws AppError `not_found` — absent or not visible. */
export async function readOffer(
  db: Kysely<Schema>,
  actor: Actor,
  which: RawBuilder<unknown>,
  now: Date,
) {
  const { rows } = await sql<OfferRow>`
    ${selectOffers()} WHERE ${which} AND ${visibleTo(actor)} ORDER BY o.id DESC LIMIT 1`.execute(
    db,
  );
  const [offer] = await presentOffers(db, rows, actor, now);
  if (!offer) throw notFound("Отклик не найден");
  return offer;
}
