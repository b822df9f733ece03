import type pg from "pg";
import ts from "typescript";
import type { Statement, Statements } from "./sql-statements.ts";

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** What PostgreSQL says of a text without running it: Parse and Describe. */
class Describe {
  readonly name = "";
  #columns: readonly Column[] = [];
  readonly #text: string;
  #done!: (columns: readonly Column[] | string) => void;
  readonly done = new Promise<readonly Column[] | string>((resolve) => {
    this.#done = resolve;
  });

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: "", text: this.#text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#columns = fields;
  }

  handleError(error: Error): void {
    this.#done(error.message);
  }

  handleReadyForQuery(): void {
    this.#done(this.#columns);
  }
}

/** @returns the columns, or why PostgreSQL refuses the text. */
async function describe(client: pg.ClientBase, text: string): Promise<readonly Column[] | string> {
  const query = new Describe(text);
  client.query(query);
  return query.done;
}

/** As `data/database.ts` reads them; what is absent (json, void) may become anything. */
const READ_AS: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  float4: "number",
  float8: "number",
  inet: "string",
  int2: "number",
  int4: "number",
  int8: "bigint",
  name: "string",
  numeric: "string",
  oid: "number",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
  varchar: "string",
  xid8: "string",
};

export interface Catalogue {
  /** By the type's oid: `int8`, `_text`. */
  readonly types: ReadonlyMap<number, string>;
  /** `oid.column` of columns that may be NULL. */
  readonly nullable: ReadonlySet<string>;
}

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const types = await client.query<{ oid: number; typname: string }>(
    "SELECT oid, typname FROM pg_type",
  );
  const columns = await client.query<{ name: string }>(
    "SELECT attrelid || '.' || attnum AS name FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull",
  );
  return {
    types: new Map(types.rows.map(({ oid, typname }) => [oid, typname])),
    nullable: new Set(columns.rows.map(({ name }) => name)),
  };
}

/** Faults of a statement's texts and of the row it is said to return. */
export async function faultsOf(
  client: pg.ClientBase,
  catalogue: Catalogue,
  { program: { checker } }: Statements,
  statement: Statement,
  cursors: Map<string, readonly Column[]>,
): Promise<string[]> {
  const faults = new Set<string>();
  for (const text of statement.texts) {
    const [, cursor, declared] = /^\s*DECLARE (\S+) .*?CURSOR FOR\s(.*)$/s.exec(text) ?? [];
    const columns = await describe(client, declared ?? text);
    if (typeof columns === "string") {
      faults.add(columns);
      continue;
    }
    if (cursor !== undefined) cursors.set(cursor, columns);
    const fetched = /^\s*FETCH \S+ FROM (\S+)/.exec(text)?.[1];
    const described = fetched === undefined ? columns : (cursors.get(fetched) ?? []);
    for (const fault of rowFaults(checker, catalogue, statement.row, described)) faults.add(fault);
  }
  return [...faults];
}

function rowFaults(
  checker: ts.TypeChecker,
  catalogue: Catalogue,
  row: ts.Type | undefined,
  columns: readonly Column[],
): string[] {
  if (!row || row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.TypeParameter))
    return [];
  const byName = new Map(columns.map((column) => [column.name, column]));
  return checker.getPropertiesOfType(row).flatMap((property) => {
    const column = byName.get(property.name);
    if (!column)
      return property.flags & ts.SymbolFlags.Optional ? [] : [`no column ${property.name}`];
    const type = checker.getTypeOfSymbol(property);
    const read = catalogue.types.get(column.dataTypeID) ?? "";
    const faults: string[] = [];
    if (!mayRead(checker, type, read))
      faults.push(`${property.name} is ${checker.typeToString(type)} for ${read}`);
    const mayBeNull = catalogue.nullable.has(`${column.tableID}.${column.columnID}`);
    if (mayBeNull && !allowsNull(type)) faults.push(`${property.name} may be NULL`);
    return faults;
  });
}

const PLAIN: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.StringLike, "string"],
  [ts.TypeFlags.NumberLike, "number"],
  [ts.TypeFlags.BigIntLike, "bigint"],
  [ts.TypeFlags.BooleanLike, "boolean"],
];

function mayRead(checker: ts.TypeChecker, type: ts.Type, read: string): boolean {
  const isArray = read.startsWith("_");
  const expected = READ_AS[isArray ? read.slice(1) : read];
  if (expected === undefined) return true;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  // One of several kinds of row: whoever reads it tells them apart.
  if (type.isUnion()) return type.types.some((one) => !isNull(one) && mayRead(checker, one, read));
  if (isNull(type)) return true;
  if (isArray) {
    const element =
      checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    return element ? mayRead(checker, element, read.slice(1)) : false;
  }
  // `string & {brand}` is a string.
  const parts = type.isIntersection() ? type.types : [type];
  return parts.some(
    (one) =>
      one.symbol?.name === expected ||
      PLAIN.some(([flag, name]) => one.flags & flag && name === expected),
  );
}

const isNull = (type: ts.Type) => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;

function allowsNull(type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  return type.isUnion() ? type.types.some(isNull) : isNull(type);
}
