import { settledPath } from "#contract/pages/moved-paths.ts";

/**
 * The one address of a page: lower case, without a trailing slash, the child that stands for a path
 * without a page. Query strings keep their case.
 *
 * @param url - the request target as received, e.g. `/Jobs/12/?Utm_Source=A`.
 * @returns where to send the browser with 301, or `null` when the address is already the one. The
 *   answer always begins
 *   with exactly one slash, so that `//evil.example` cannot leave the site. Source: specification §2, "Routing rules"; R21.
 */
export function canonicalAddress(url: string): string | null {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark);
  const canonical = settledPath(canonicalPath(path));
  return canonical === path ? null : canonical + query;
}

/**
 * The address with a path that can be decoded: where it cannot, each percent sign stands for
 * itself. The router would answer a broken one by itself, in English and without our headers; so it
 * meets a schema or the 404 like any other wrong address.
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
  // Encoded slashes and backslashes are slashes to some browsers: they are taken out together with
  // doubled ones.
  const plain = path
    .replace(/%5c|%2f|\\/gi, "/")
    .replace(/[\u0000-\u0020]|%0[0-9a-f]|%1[0-9a-f]|%20/gi, "");
  const segments = plain
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  return `/${segments.map(lowerCase).join("/")}`;
}

/**
 * Percent-encoded bytes keep their case: lowering `%D0` to `%d0` names the same page and would
 * redirect for ever.
 */
function lowerCase(segment: string): string {
  return segment.replace(/%[0-9a-f]{2}|[^%]+|%/gi, (piece) =>
    piece.startsWith("%") ? piece : piece.toLowerCase(),
  );
}
