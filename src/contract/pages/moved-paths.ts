/**
 * Paths without a page of their own, each with the child that stands for it. Source: specification
 * §2, «A redirect table maps one path to a child path». Decision: its contents are not shown.
 * `/app` is only a prefix of the header's links, and the one section below it that begins somewhere
 * is the summary; `/profile/jobs` and `/profile/account` are pages themselves, so they move
 * nowhere.
 */
const MOVED_PATHS: Readonly<Record<string, string>> = {
  "/app": "/app/profile/summary",
  "/app/profile": "/app/profile/summary",
};

/**
 * @param path - lower case, no trailing slash. @returns the path whose page is shown for it: itself
 *   for all but a few.
 */
export function settledPath(path: string): string {
  return Object.hasOwn(MOVED_PATHS, path) ? (MOVED_PATHS[path] as string) : path;
}
