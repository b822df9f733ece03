import type { DataProviders, ResourceProps } from "@refinedev/core";
import type { ApiBase } from "#contract/http/api-bases.ts";
import { clientApi } from "#console/providers/data/client-api.ts";
import type { ResourceEndpoints } from "#console/providers/data/contract-data-provider.ts";
import { edocumentApi } from "#console/providers/data/edocument-api.ts";
import { openApi } from "#console/providers/data/open-api.ts";
import type { ContractResource, Door } from "#console/providers/door.ts";

/** Refine's resources of all doors. */
export function refineResources(doors: readonly Door[]): ResourceProps[] {
  return resourcesOf(doors).map(({ name, label, base, paths, access }) => ({
    name,
    ...paths,
    meta: { label, access, dataProviderName: base },
  }));
}

/** The three data providers, each with the endpoints of the resources that live behind it; the open API is the default. */
export function dataProviders(doors: readonly Door[]): DataProviders {
  const open = openApi(endpointsOf(doors, "open"));
  return { default: open, open, client: clientApi(endpointsOf(doors, "client")), edoc: edocumentApi(endpointsOf(doors, "edoc")) };
}

function endpointsOf(doors: readonly Door[], base: ApiBase): Record<string, ResourceEndpoints> {
  return Object.fromEntries(resourcesOf(doors).flatMap((one) => (one.base === base ? [[one.name, one.endpoints]] : [])));
}

function resourcesOf(doors: readonly Door[]): ContractResource[] {
  return doors.flatMap((door) => door.resources ?? []);
}
