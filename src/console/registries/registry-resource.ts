import type { RegistryKindName } from "#contract/registries/registry-title.ts";

/** Refine's name, and the live channel's. */
export const registryResource = (name: RegistryKindName) => `${name}-registries`;
