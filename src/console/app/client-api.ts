import type { DataProvider } from "@refinedev/core";
import {
  createContractDataProvider,
  type ResourceEndpoints,
} from "#console/refine/contract-data-provider.ts";

/** `meta.dataProviderName: "client"`. Source: specification §7. */
export function clientApi(endpoints: Readonly<Record<string, ResourceEndpoints>>): DataProvider {
  return createContractDataProvider("client", endpoints);
}
