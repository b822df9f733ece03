import type { DataProvider } from "@refinedev/core";
import {
  createContractDataProvider,
  type ResourceEndpoints,
} from "#console/refine/contract-data-provider.ts";

/** Source: specification §7. */
export function openApi(endpoints: Readonly<Record<string, ResourceEndpoints>>): DataProvider {
  return createContractDataProvider("open", endpoints);
}
