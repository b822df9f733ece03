import type pg from "pg";
import { groupBy } from "./group-by.ts";

/** Text of `schema.ts`. */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{
    table_name: string;
    column_name: string;
    type: string;
    nullable: boolean;
    generated: boolean;
    always: boolean;
  }>(`
    SELECT c.relname AS table_name, a.attname AS column_name, format_type(a.atttypid, NULL) AS type,
      NOT a.attnotnull AS nullable,
      a.atthasdef OR a.attidentity <> '' AS generated, a.attidentity = 'a' AS always
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname = 'public'
      AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition
      AND a.attnum > 0
      AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`);
  const tables = groupBy(rows, (row) => row.table_name);
  const interfaces = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => `  ${column.column_name}: ${columnType(column)};`);
    return `export interface ${pascal(table)}Table {\n${fields.join("\n")}\n}\n`;
  });
  const map = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`);
  return [
    'import type { ColumnType, Generated, GeneratedAlways } from "kysely";',
    "",
    "type Json = ColumnType<unknown, string | null, string | null>;",
    "",
    ...interfaces,
    `/** The tables of the product, for Kysely. */\nexport interface Schema {\n${map.join("\n")}\n}\n`,
  ].join("\n");
}

const TYPES: Record<string, string> = {
  integer: "number",
  smallint: "number",
  "double precision": "number",
  bigint: "bigint",
  text: "string",
  uuid: "string",
  inet: "string",
  date: "string",
  boolean: "boolean",
  "timestamp with time zone": "Date",
  bytea: "Buffer",
  json: "Json",
  jsonb: "Json",
  xid8: "string",
  "text[]": "string[]",
  "integer[]": "number[]",
  "bigint[]": "bigint[]",
};

function columnType(column: {
  table_name: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  always: boolean;
}): string {
  const type = TYPES[column.type];
  if (!type) throw new Error(`${column.table_name}: no TypeScript type for ${column.type}`);
  const nullable = column.nullable && type !== "Json" ? `${type} | null` : type;
  if (column.always) return `GeneratedAlways<${nullable}>`;
  return column.generated ? `Generated<${nullable}>` : nullable;
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}
