import { lazy } from "react";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

/** Part of the company's page. */
export const ApiKeySection = lazy(() => import("./api-key-section.tsx"));

/** Keys by which the company's own systems call the API. */
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
