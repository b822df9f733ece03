import { settledPath } from "#contract/pages/moved-paths.ts";

/**
 * Lower case, no trailing slash, child of a path without a page; the query stays.
 *
 * @param url - as received.
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

/** Invalid percent signs stand for themselves: the router would answer in English. */
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
  // Some browsers read encoded slashes and backslashes as slashes.
  const plain = path
    .replace(/%5c|%2f|\\/gi, "/")
    .replace(/[\u0000-\u0020]|%0[0-9a-f]|%1[0-9a-f]|%20/gi, "");
  const segments = plain
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  return `/${segments.map(lowerCase).join("/")}`;
}

/** Encoded bytes keep their case, or `%D0` would redirect for ever. */
function lowerCase(segment: string): string {
  return segment.replace(/%[0-9a-f]{2}|[^%]+|%/gi, (piece) =>
    piece.startsWith("%") ? piece : piece.toLowerCase(),
  );
}
