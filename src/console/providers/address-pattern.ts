import { matchPath } from "react-router";

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

/** @returns values of `:name` in the pattern; `null` when the path is not one of its addresses. */
export function matchAddress({ path, accepts }: AddressPattern, pathname: string): Record<string, string> | null {
  const match = matchPath(path, pathname);
  if (match === null || (accepts !== undefined && !new RegExp(accepts, "iu").test(pathname.replace(/\/$/, "")))) return null;
  return Object.fromEntries(Object.entries(match.params).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
