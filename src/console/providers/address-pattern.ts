/** Which addresses a route answers. */
export interface AddressPattern {
  /** Lower-case pattern of react-router: `/profile/payroll-registry/:id`. */
  readonly path: string;
  /**
   * Regular expression of the whole path where the pattern says too little: a job's id has no letters, a group of services is none of the
   * reserved words. Text without backslashes and braces, because the build hands it on to the server.
   */
  readonly accepts?: string;
}

/**
 * @returns values of `:name` in the pattern; `null` when the path is not one of its addresses. Letter case and a slash at the end make no difference.
 *
 * Decision: our own, because a page asks some fifty links for one of sixty patterns each, and the router's makes two regular expressions for every question.
 */
export function matchAddress({ path, accepts }: AddressPattern, pathname: string): Record<string, string> | null {
  const wanted = path.split("/");
  const given = pathname.replace(/\/$/, "").split("/");
  const last = path === "/" ? 1 : wanted.length;
  if (given.length !== last) return null;
  const values: Record<string, string> = {};
  for (let index = 1; index < last; index += 1) {
    const name = wanted[index] ?? "";
    const value = given[index] ?? "";
    if (name.startsWith(":")) {
      if (value === "") return null;
      values[name.slice(1)] = decoded(value);
    } else if (name !== value.toLowerCase()) return null;
  }
  return accepts === undefined || new RegExp(accepts, "iu").test(given.join("/")) ? values : null;
}

/** An address somebody typed may hold a lone percent sign. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
