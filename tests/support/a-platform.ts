import type { Platform } from "#server/platform.ts";

/** The parts of a platform that the subject of a test uses; the others are absent. */
export const aPlatform = (parts: Partial<Platform>): Platform => parts as Platform;
