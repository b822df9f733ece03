import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { DefinitionsCatalogue } from "#contract/definitions-catalogue.ts";

/**
 * Apart from the other directories: the catalogue knows the states of every noun, and pages that
 * ask for cities do not need them.
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
