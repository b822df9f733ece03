import type { Module } from "#server/module.ts";
import { serveEdocuments } from "./routes.ts";

/** The recipient's side of job documents. */
export const edocumentsModule: Module = {
  routes: (serve, platform) => serveEdocuments(serve, platform),
};
