/**
 * Makes a value when it is first asked for: what only some requests need is not waited for by each
 * start of the server.
 */
export function makeOnFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
