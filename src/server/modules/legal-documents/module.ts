import type { Module } from "#server/module.ts";
import { serveLegalDocuments } from "./routes.ts";

export const legalDocumentsModule: Module = {
  mount: serveLegalDocuments,
};
