import type { Module } from "#server/module.ts";
import { complaintDecision } from "./actions/decide-complaint.ts";
import { serveComplaints } from "./routes.ts";

export const complaintsModule: Module = {
  decisions: (platform) => [complaintDecision(platform)],
  routes: (serve, platform) => serveComplaints(serve, platform),
};
