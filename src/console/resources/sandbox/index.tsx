import type { Door } from "#console/providers/door.ts";

/** The helper page of the sandbox; it exists while outside services are simulated. */
export const sandboxDoor: Door = { routes: [] };
