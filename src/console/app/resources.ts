import type { DataProviders, ResourceProps } from "@refinedev/core";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import { clientApi } from "./client-api.ts";
import type { ResourceEndpoints } from "#console/refine/contract-data-provider.ts";
import { edocumentApi } from "./edocument-api.ts";
import { openApi } from "./open-api.ts";
import type { ContractResource, NounModule } from "#console/noun-module.ts";

export function refineResources(modules: readonly NounModule[]): ResourceProps[] {
  return resourcesOf(modules).map(({ name, label, base, paths, access }) => ({
    name,
    ...paths,
    meta: { label, access, dataProviderName: base },
  }));
}

export function dataProviders(modules: readonly NounModule[]): DataProviders {
  const open = openApi(endpointsOf(modules, "open"));
  return {
    default: open,
    open,
    client: clientApi(endpointsOf(modules, "client")),
    edoc: edocumentApi(endpointsOf(modules, "edoc")),
  };
}

function endpointsOf(
  modules: readonly NounModule[],
  base: ApiBase,
): Record<string, ResourceEndpoints> {
  return Object.fromEntries(
    resourcesOf(modules).flatMap((one) => (one.base === base ? [[one.name, one.endpoints]] : [])),
  );
}

function resourcesOf(modules: readonly NounModule[]): ContractResource[] {
  return modules.flatMap((one) => one.resources ?? []);
}
