import type { Platform } from "#server/platform.ts";

/** The parts of a platform a test uses. */
export const aPlatform = (parts: Partial<Platform>): Platform => parts as Platform;
