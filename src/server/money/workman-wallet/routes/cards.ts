import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { unbindCards } from "#server/money/destinations/index.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";

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
    const which = sql`token = ${params.id}`;
    const by = { by: "workman", at: clock.now() } as const;
    const [card] = await unbindCards(trx, actor.workmanId, which, by);
    if (!card) throw notFound("Карта не найдена");
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman-wallet" });
    audit({ event: "card.unbound", object: { type: "card", id: card.id, title: card.pan_mask } });
    return { ok: true } as const;
  });
}
