/**
 * Text to be cast: `${numberArray(ids)}::bigint[]`. The driver checks each element for quotes and
 * commas, which for a thousand payouts costs more than the rest of the call.
 */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}
