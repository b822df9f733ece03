interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
}

const NOTHING: Schema = { properties: {} };

/**
 * Stands for `typebox` in the browser. There the contract's schemas are types only: the server validates, the console reads paths,
 * methods and access. Of a schema only `properties` is kept, because nouns spread them into each other.
 */
export const Type: Readonly<Record<string, (...parts: never[]) => Schema>> = new Proxy(
  {},
  { get: (_, builder) => (builder === "Object" ? (properties: Schema["properties"]) => ({ properties }) : () => NOTHING) },
);
