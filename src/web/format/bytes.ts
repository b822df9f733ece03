const NBSP = "\u00A0";
const UNITS = ["Б", "КБ", "МБ", "ГБ", "ТБ"] as const;

/** Base 1024, one decimal from КБ on. Source: specification §9. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return "";
  let size = bytes;
  let unit = 0;
  // Rounded: 1 048 575 bytes are «1 МБ», not «1024 КБ».
  while (unit < UNITS.length - 1 && Math.round(size * 10) / 10 >= 1024) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? String(size) : String(Math.round(size * 10) / 10).replace(".", ",");
  return `${digits}${NBSP}${UNITS[unit]}`;
}
