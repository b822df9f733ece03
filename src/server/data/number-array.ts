/**
 * Text for `${numberArray(ids)}::bigint[]`: the driver's arrays cost more than the rest of a call
 * for a thousand payouts.
 */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}
