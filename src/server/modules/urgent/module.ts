import { urgentEndpoints as endpoints } from "#contract/urgent/urgent-endpoints.ts";
import type { Module } from "#server/module.ts";
import { loadUrgent } from "./queries.ts";

/** What a workman is asked to do now. */
export const urgentModule: Module = {
  routes(serve, { clock }) {
    serve(endpoints.ofWorkman, async ({ actor, trx }) => ({
      items: await loadUrgent(trx, actor.workmanId, clock.now()),
    }));
  },
};
