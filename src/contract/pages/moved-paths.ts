/**
 * Path without a page → child path. Source: specification §2, «A redirect table maps one path to a
 * child path», without its contents. Decision: `/app` is a prefix of the header's links, its first
 * page the summary; `/profile/jobs` and `/profile/account` are pages themselves.
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
