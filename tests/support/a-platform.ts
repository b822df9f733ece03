import type { Platform } from "#server/platform.ts";

export const aPlatform = (parts: Partial<Platform>): Platform => parts as Platform;
