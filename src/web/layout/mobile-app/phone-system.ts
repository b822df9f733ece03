/** Browser only. */
export function phoneSystem(userAgent: string = navigator.userAgent): "android" | "ios" | null {
  if (/Android/i.test(userAgent)) return "android";
  return /iPhone|iPad|iPod/.test(userAgent) ? "ios" : null;
}
