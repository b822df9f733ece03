import type pg from "pg";

/** Equal prints behave alike. Omits partitions, column order, comments. */
export async function printSchema(pool: pg.Pool): Promise<Map<string, string>> {
  const lines = new Map<string, string[]>();
  const owner = await pool.query<{ name: string }>("SELECT current_user AS name");
  const ownersName = new RegExp(`\\b${owner.rows[0]?.name}\\b`, "g");
  for (const query of QUERIES) {
    const { rows } = await pool.query<{ object: string; line: string }>(query);
    for (const { object, line } of rows)
      lines.set(object, [
        ...(lines.get(object) ?? []),
        // From version 17 owners have one right more.
        withoutLayout(line).replaceAll(ownersName, "owner").replaceAll("arwdDxtm/", "arwdDxt/"),
      ]);
  }
  for (const table of [...lines.keys()].filter((object) => object.startsWith("table ")))
    lines.get(table)?.push(...(await printRows(pool, table.replace("table ", ""))));
  const objects = [...lines].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(objects.map(([object, parts]) => [object, parts.join("\n")]));
}

function withoutLayout(line: string): string {
  return line
    .replaceAll(/--[^\n]*\n/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("( ", "(")
    .replaceAll(" )", ")");
}

/** Rows written by migrations. */
async function printRows(pool: pg.Pool, table: string): Promise<string[]> {
  if (table === "public.schema_migrations") return [];
  const { rows } = await pool.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)`,
  );
  return rows.map(({ row }) => `row ${JSON.stringify(row, ofNoDay)}`);
}

function ofNoDay(_: string, value: unknown): unknown {
  const isMoment = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  return isMoment && Date.parse(value) > Date.parse("2025-01-01") ? "around the start" : value;
}

const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";
const TABLE = "'table ' || n.nspname || '.' || c.relname";
/** Monthly partitions are recognised by name. */
const OF_TABLES = `${OURS} AND c.relkind IN ('r', 'p') AND c.relname !~ '_[0-9]{6}$'`;

const QUERIES = [
  `SELECT 'database' AS object, 'extension ' || extname AS line FROM pg_extension ORDER BY extname`,
  `SELECT 'database' AS object, 'event trigger ' || evtname AS line FROM pg_event_trigger ORDER BY 1`,
  `SELECT 'database' AS object,
     concat_ws(' ', 'role', rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin,
       rolreplication, rolbypassrls) AS line
   FROM pg_roles WHERE rolname = 'platform_app'`,
  `SELECT 'database' AS object,
     concat_ws(' ', 'type', n.nspname, t.typname, t.typtype,
       (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e
        WHERE e.enumtypid = t.oid)) AS line
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE ${OURS} AND t.typrelid = 0 AND t.typelem = 0
   ORDER BY line`,
  `SELECT 'database' AS object,
     concat_ws(' ', 'other', n.nspname, c.relname, c.relkind) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OURS} AND c.relkind NOT IN ('r', 'p', 'S', 'i', 'I', 't')
   ORDER BY line`,
  `SELECT 'schema ' || n.nspname AS object,
     concat_ws(' ', 'owner', n.nspowner::regrole, 'rights', n.nspacl::text) AS line
   FROM pg_namespace n WHERE ${OURS}`,
  `SELECT 'schema ' || n.nspname AS object,
     concat_ws(' ', 'rights of new', d.defaclobjtype, 'by', d.defaclrole::regrole, d.defaclacl::text)
       AS line
   FROM pg_default_acl d JOIN pg_namespace n ON n.oid = d.defaclnamespace
   ORDER BY line`,
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'kind', c.relkind, c.relpersistence, 'owner', c.relowner::regrole, 'rights',
       c.relacl::text, 'options', c.reloptions::text, 'row security', c.relrowsecurity,
       c.relforcerowsecurity, 'replica', c.relreplident, 'by', pg_get_partkeydef(c.oid), 'of',
       (SELECT i.inhparent::regclass FROM pg_inherits i WHERE i.inhrelid = c.oid),
       pg_get_expr(c.relpartbound, c.oid)) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OF_TABLES}`,
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'column', a.attname, format_type(a.atttypid, a.atttypmod),
       CASE WHEN a.attnotnull THEN 'not null' END, 'identity', a.attidentity, 'generated',
       a.attgenerated, 'default', pg_get_expr(d.adbin, d.adrelid), 'collation',
       a.attcollation::regcollation, 'storage', a.attstorage, a.attcompression, nullif(a.attstattarget, -1),
       a.attoptions::text, a.attacl::text) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE ${OF_TABLES}
   ORDER BY c.oid, a.attname`,
  // In order of creation, which decides the violation named first.
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'constraint', k.conname, pg_get_constraintdef(k.oid), k.convalidated) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype NOT IN ('n', 'c', 't')
   WHERE ${OF_TABLES}
   ORDER BY c.oid, k.contype, k.oid`,
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'check', k.conname, pg_get_constraintdef(k.oid), k.convalidated) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'c'
   WHERE ${OF_TABLES}
   ORDER BY c.oid, k.conname`,
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'index', pg_get_indexdef(x.indexrelid), x.indisprimary, x.indisvalid,
       i.reloptions::text) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   JOIN pg_index x ON x.indrelid = c.oid
   JOIN pg_class i ON i.oid = x.indexrelid
   WHERE ${OF_TABLES}
   ORDER BY c.oid, NOT x.indisunique, CASE WHEN x.indisunique THEN i.oid END, i.relname`,
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
   WHERE ${OF_TABLES}
   ORDER BY c.oid, t.tgname`,
  `SELECT ${TABLE} AS object,
     concat_ws(' ', 'policy or rule', p.polname, r.rulename, s.stxname) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   LEFT JOIN pg_policy p ON p.polrelid = c.oid
   LEFT JOIN pg_rewrite r ON r.ev_class = c.oid
   LEFT JOIN pg_statistic_ext s ON s.stxrelid = c.oid
   WHERE ${OF_TABLES} AND coalesce(p.oid, r.oid, s.oid) IS NOT NULL
   ORDER BY line`,
  `SELECT 'table ' || n.nspname || '.' || p.relname AS object,
     concat_ws(' ', 'months', count(*), min(to_date(right(c.relname, 6), 'YYYYMM'))
       - date_trunc('month', now())::date < -27, 'rights', c.relacl::text) AS line
   FROM pg_class c
   JOIN pg_inherits i ON i.inhrelid = c.oid
   JOIN pg_class p ON p.oid = i.inhparent
   JOIN pg_namespace n ON n.oid = p.relnamespace
   WHERE ${OURS} AND c.relkind = 'r' AND c.relname ~ '_[0-9]{6}$'
   GROUP BY n.nspname, p.relname, c.relacl::text
   ORDER BY line`,
  `SELECT 'sequence ' || n.nspname || '.' || c.relname AS object,
     concat_ws(' ', 'owner', c.relowner::regrole, 'rights', c.relacl::text, 'type',
       s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
       'last', pg_sequence_last_value(c.oid), 'of',
       (SELECT d.refobjid::regclass || '.' || a.attname || ' ' || d.deptype::text::text
        FROM pg_depend d
        JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))) AS line
   FROM pg_class c
   JOIN pg_namespace n ON n.oid = c.relnamespace
   JOIN pg_sequence s ON s.seqrelid = c.oid
   WHERE ${OURS}
   ORDER BY 1`,
  `SELECT 'function ' || p.oid::regprocedure AS object,
     concat_ws(' ', 'returns', pg_get_function_result(p.oid), 'arguments',
       pg_get_function_arguments(p.oid), p.prokind, 'language', l.lanname, p.provolatile,
       p.proparallel, p.proisstrict, p.prosecdef, p.proleakproof, p.procost, p.prorows,
       p.proconfig::text, 'owner', p.proowner::regrole, 'rights', p.proacl::text, 'body', p.prosrc)
       AS line
   FROM pg_proc p
   JOIN pg_namespace n ON n.oid = p.pronamespace
   JOIN pg_language l ON l.oid = p.prolang
   WHERE ${OURS}
   ORDER BY 1`,
];
