import type { Module } from "#server/module.ts";
import { serveMobileApp } from "./routes.ts";

/** The wish for a mobile application. */
export const mobileAppModule: Module = {
  routes: (serve, platform) => serveMobileApp(serve, platform),
};
