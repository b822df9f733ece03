import pg from "pg";

/** Without generated columns. */
export interface StoredTable {
  schema: string;
  name: string;
  columns: string[];
}

/** Made at run time: a new database may lack it. */
export interface StoredPartition {
  schema: string;
  name: string;
  parent: string;
  /** `FOR VALUES FROM … TO …` or `DEFAULT`. */
  bound: string;
}

export interface StoredSequence {
  schema: string;
  name: string;
  value: string;
}

export interface BackupHeader {
  format: "platform-backup";
  version: 1;
  migrations: { name: string; sha256: string }[];
  partitions: StoredPartition[];
}

export function tableLabel(table: { schema: string; name: string }): string {
  return `${table.schema}.${table.name}`;
}

export function tableSql(table: { schema: string; name: string; columns?: string[] }): {
  name: string;
  columns: string;
} {
  const quote = pg.escapeIdentifier;
  return {
    name: `${quote(table.schema)}.${quote(table.name)}`,
    columns: (table.columns ?? []).map(quote).join(", "),
  };
}

const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";

/** Partitions are read through their parent. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    SELECT n.nspname AS schema, c.relname AS name,
           array_agg(a.attname::text
             ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p')
      AND NOT c.relispartition
      AND c.relpersistence <> 't'
      AND c.relname <> 'schema_migrations'
      AND ${OURS}
    GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`);
  return rows;
}

export async function listPartitions(client: pg.ClientBase): Promise<StoredPartition[]> {
  const { rows } = await client.query<StoredPartition>(`
    SELECT n.nspname AS schema, c.relname AS name, i.inhparent::regclass::text AS parent,
      pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relkind = 'r' AND c.relispartition AND ${OURS} ORDER BY 1, 2`);
  return rows;
}

export async function listSequences(client: pg.ClientBase): Promise<StoredSequence[]> {
  const { rows } = await client.query<StoredSequence>(`
    SELECT schemaname AS schema, sequencename AS name, last_value::text AS value
    FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1, 2`);
  return rows;
}
