import type { Module } from "#server/module.ts";
import { serveMobileApp } from "./routes.ts";

export const mobileAppModule: Module = {
  routes: (serve, platform) => serveMobileApp(serve, platform),
};
