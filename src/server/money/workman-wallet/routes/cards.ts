import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { CARD_TRANSITIONS } from "#contract/workman-wallet/wallet-states.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { forgetCardDetails } from "../actions/forget-card-details.ts";

/**
 * The bank returns the worker here with `card-bind-result`. Source: specification §2, «Entry query
 * parameters».
 */
const RETURN_PATHS = {
  "payment-methods": "/profile/workman/payment-methods",
  questionnaire: "/profile/questionnaire",
} as const;

export function serveCards(serve: Serve, { bank, clock, publicUrl }: Platform): void {
  serve.reading(
    endpoints.cardBindLink,
    async ({ query }) => {
      const bindingId = randomBytes(18).toString("hex");
      const returnUrl = `${publicUrl ?? ""}${RETURN_PATHS[query.from ?? "payment-methods"]}`;
      const { url } = await bank
        .openCardBinding({ bindingId, returnUrl })
        .catch((error: unknown) => {
          throw new AppError(
            "unavailable",
            "Банк сейчас не отвечает. Попробуйте привязать карту через несколько минут",
            { cause: error },
          );
        });
      return { bindingId, url };
    },
    async ({ actor, trx, audit, read: { bindingId, url } }) => {
      const at = clock.now();
      await sql`
        INSERT INTO card_bindings (workman_id, id, created_at, due_at)
        VALUES (${actor.workmanId}, ${bindingId}, ${at}, ${at})`.execute(trx);
      audit({ event: "card.binding_opened" });
      return { bindUrl: url };
    },
    { changesData: true },
  );

  serve(endpoints.unbindCard, async ({ actor, params, trx, audit }) => {
    const unbind = transition(CARD_TRANSITIONS, "unbind", "workman", { column: "status" });
    const { rows } = await sql<{ id: number; pan_mask: string }>`
      UPDATE workman_cards
      SET ${unbind.set}, chosen_at = NULL, confirmed_at = NULL
      WHERE workman_id = ${actor.workmanId} AND token = ${params.id} AND ${unbind.from}
      RETURNING id, pan_mask`.execute(trx);
    const card = rows[0];
    if (!card) throw notFound("Карта не найдена");
    await forgetCardDetails(trx, actor.workmanId);
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman-wallet" });
    audit({ event: "card.unbound", object: { type: "card", id: card.id, title: card.pan_mask } });
    return { ok: true } as const;
  });
}
