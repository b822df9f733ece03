import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { presentOffers } from "./presenter.ts";
import { loadOffers, visibleTo } from "./queries.ts";

/** @throws AppError `not_found` — absent or not visible. */
export async function readOffer(
  db: Kysely<Schema>,
  actor: Actor,
  which: RawBuilder<unknown>,
  now: Date,
) {
  const rows = await loadOffers(db, {
    where: sql`${which} AND ${visibleTo(actor)}`,
    order: sql`o.id DESC`,
  });
  const [offer] = await presentOffers(db, rows, actor, now);
  if (!offer) throw notFound("Отклик не найден");
  return offer;
}
