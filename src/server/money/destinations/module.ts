import { sql } from "kysely";
import { maskPhone } from "#contract/values/phone.ts";
import type { Module } from "#server/module.ts";
import { payoutsStopDecision } from "./decide-stop.ts";
import { serveDestinations } from "./routes.ts";
import { refuseStopped } from "./payouts-stop.ts";
import { tellChange } from "./tell-change.ts";

export const destinationsModule: Module = {
  listeners: (platform) => {
    // The phone receives the codes that move money: a destination like a card.
    platform.events.on("person.phone-changed", async (trx, { personId, before, phone, at }) => {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM workmen WHERE person_id = ${personId} AND state <> 'DELETED'`.execute(trx);
      if (rows[0]) await refuseStopped(trx, rows[0].id, at);
      await tellChange(platform, trx, {
        kind: "PHONE",
        personId,
        shown: maskPhone(phone),
        phoneBefore: before,
        at,
      });
    });
  },
  decisions: () => [payoutsStopDecision()],
  routes: serveDestinations,
};
