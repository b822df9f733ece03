/**
 * Path without a page → child path. Source: specification §2, «A redirect table maps one path to a
 * child path». Decision: the contents are ours.
 */
const MOVED_PATHS: Readonly<Record<string, string>> = {
  "/app": "/app/profile/summary",
  "/app/profile": "/app/profile/summary",
};

/**
 * @param path - lower case, no trailing slash.
 * @returns usually the same path.
 */
export function settledPath(path: string): string {
  return Object.hasOwn(MOVED_PATHS, path) ? (MOVED_PATHS[path] as string) : path;
}
