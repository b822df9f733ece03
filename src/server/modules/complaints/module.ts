import type { Module } from "#server/module.ts";
import { serveComplaints } from "./routes.ts";

/** Complaints about what public pages show: they wait for the moderator. */
export const complaintsModule: Module = {
  routes: (serve, platform) => serveComplaints(serve, platform),
};
