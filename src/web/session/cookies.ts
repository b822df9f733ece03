/** @returns the value of a cookie, `null` without one. */
export function readCookie(name: string): string | null {
  const pair = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    // Somebody else's spelling of the same name.
    return pair.slice(name.length + 1);
  }
}

/**
 * Keeps a value for the whole site, no seconds forget it; it goes along with requests from the site
 * only.
 */
export function writeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax`;
}
