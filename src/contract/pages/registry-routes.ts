import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import type { RegistryKindName } from "#contract/registries/registry-title.ts";
import type { PageRoute } from "./page-route.ts";

export const REGISTRY_ROUTES: readonly PageRoute[] = Object.entries(REGISTRY_PLACES).flatMap(
  ([name, { view, edit, crumb }]) => {
    const path = registryPath(name as RegistryKindName);
    const screen = `console/registries/${name}/${name}` as const;
    return [
      { path, access: view, screen: `${screen}-list.tsx` as const, crumb },
      {
        path: `${path}/upload`,
        access: edit,
        screen: `${screen}-upload.tsx` as const,
        crumb: "Загрузка реестра",
      },
      { path: `${path}/:id`, access: view, screen: `${screen}-show.tsx` as const },
    ];
  },
);
