/** SQLSTATE class 22, 23, 44 or P0001 (a trigger). */
export function isDataRefusal(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^(22|23|44)[\dA-Z]{3}$|^P0001$/.test(error.code)
  );
}
