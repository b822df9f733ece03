import { employeeSource } from "#console/kit/option-sources.ts";

export const RECIPIENTS = employeeSource({ states: ["CONFIRMATION", "ACTIVE", "PAUSED"] });
