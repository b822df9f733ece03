import { urgentEndpoints as endpoints } from "#contract/urgent/urgent-endpoints.ts";
import type { Module } from "#server/module.ts";
import { loadUrgent } from "./queries.ts";

export const urgentModule: Module = {
  routes(serve, { clock }) {
    serve(endpoints.ofWorkman, async ({ actor, trx }) => ({
      items: await loadUrgent(trx, actor.workmanId, clock.now()),
    }));
  },
};
