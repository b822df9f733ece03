import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { DefinitionsCatalogue } from "#contract/definitions-catalogue.ts";

/**
 * Apart from the other directories: the catalogue imports the states of every noun; pages that need
 * only cities should not load them.
 */
export const definitionsEndpoints = defineEndpoints("reference-data", {
  definitions: {
    base: "client",
    method: "GET",
    path: "/definitions",
    access: "public",
    summary: "Все перечисления: состояния, типы, причины",
    answer: DefinitionsCatalogue,
  },
});
