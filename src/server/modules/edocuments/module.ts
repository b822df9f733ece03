import type { Module } from "#server/module.ts";
import { serveEdocuments } from "./routes.ts";

/** The e-document service: the same documents under the recipient's address. */
export const edocumentsModule: Module = {
  routes: (serve, platform) => serveEdocuments(serve, platform),
};
