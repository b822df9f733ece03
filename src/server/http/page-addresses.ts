import { settledPath } from "#contract/pages/moved-paths.ts";

/**
 * Lower case, no trailing slash, the child of a path without a page. Query strings keep their case.
 *
 * @param url - as received, e.g. `/Jobs/12/?Utm_Source=A`.
 * @returns target of a 301; `null`: canonical. Begins with exactly one slash: `//evil.example`
 * cannot leave the site. Source: specification §2, "Routing rules"; R21.
 */
export function canonicalAddress(url: string): string | null {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark);
  const canonical = settledPath(canonicalPath(path));
  return canonical === path ? null : canonical + query;
}

/**
 * In an undecodable path each percent sign stands for itself. The router would answer in English,
 * without our headers; so it gets our 422 or 404.
 */
export function decodableAddress(url: string): string {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + (mark === -1 ? "" : url.slice(mark));
  }
}

function canonicalPath(path: string): string {
  // Some browsers take encoded slashes and backslashes for slashes: removed with doubled ones.
  const plain = path
    .replace(/%5c|%2f|\\/gi, "/")
    .replace(/[\u0000-\u0020]|%0[0-9a-f]|%1[0-9a-f]|%20/gi, "");
  const segments = plain
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  return `/${segments.map(lowerCase).join("/")}`;
}

/**
 * Encoded bytes keep their case: `%D0` and `%d0` are one page, and lowering would redirect for
 * ever.
 */
function lowerCase(segment: string): string {
  return segment.replace(/%[0-9a-f]{2}|[^%]+|%/gi, (piece) =>
    piece.startsWith("%") ? piece : piece.toLowerCase(),
  );
}
