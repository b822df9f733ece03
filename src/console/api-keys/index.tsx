import { lazy } from "react";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

export const ApiKeySection = lazy(() => import("./api-key-section.tsx"));

export const apiKeysModule: NounModule = {
  resources: [
    {
      name: "api-keys",
      label: "Ключи API",
      base: "open",
      endpoints: { getList: apiKeyEndpoints.list },
      access: { list: "settings.view" },
    },
  ],
};
