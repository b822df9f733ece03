import { employeeSource } from "#console/kit/option-sources.ts";

/** Workers to whom the company can send a document. */
export const RECIPIENTS = employeeSource({ states: ["CONFIRMATION", "ACTIVE", "PAUSED"] });
