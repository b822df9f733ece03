import type { Module } from "#server/module.ts";
import { serveLegalDocuments } from "./routes.ts";

/** Legal documents as files, made out of the text of their pages. */
export const legalDocumentsModule: Module = {
  mount: serveLegalDocuments,
};
