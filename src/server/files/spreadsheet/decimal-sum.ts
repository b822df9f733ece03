/** `-123456` → `-1234.56`. */
export function decimalSum(kopecks: bigint): string {
  const digits = (kopecks < 0n ? -kopecks : kopecks).toString().padStart(3, "0");
  return `${kopecks < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
