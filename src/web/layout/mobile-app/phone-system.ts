/**
 * What the phone runs, as its browser says; `null` for everything else. Only in effects and
 * windows: the server does not know.
 */
export function phoneSystem(userAgent: string = navigator.userAgent): "android" | "ios" | null {
  if (/Android/i.test(userAgent)) return "android";
  return /iPhone|iPad|iPod/.test(userAgent) ? "ios" : null;
}
