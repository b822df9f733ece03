import { sql, type RawBuilder } from "kysely";
import type { QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { namesPerson } from "#contract/registries/registry-columns.ts";
import type { CauseRow, CauseValue, CauseValues } from "#contract/registries/registry-repair.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { cellAt, columnOf } from "../editing/cause-column.ts";
import { fittingRules } from "../editing/repair-rules.ts";
import type { RegistryKind } from "../registry-kind.ts";
import type { RegistryRow } from "../registry-row.ts";
import { hasFinding, ownRows } from "../validation/stored-rows.ts";
import { listItems } from "./item-list.ts";

/** A value fits the others when at least every fifth sound row has it. */
const USUAL_SHARE = 5;

export async function loadCauseValues(
  platform: Platform,
  db: Trx,
  kind: RegistryKind,
  registry: RegistryRow,
  actor: AccountActor,
  query: QueryOf<RegistryCalls["causeValues"]>,
): Promise<CauseValues> {
  const { cause, column } = query;
  const asked = columnOf(kind, column);
  const isOfPerson = namesPerson(asked);
  const page = pageOf(query);
  const cell = cellAt(kind, column);
  const read = async (where: RawBuilder<unknown>, limit: number, offset = 0) =>
    (
      await sql<CauseValue>`
        SELECT ${cell} AS value, count(*)::integer AS count
        FROM registry_items i
        WHERE ${ownRows(registry)} AND ${where}
        GROUP BY ${cell}
        ORDER BY count DESC, value
        LIMIT ${limit} OFFSET ${offset}`.execute(db)
    ).rows;
  const count = async (where: RawBuilder<unknown>) =>
    (
      await sql<{ rows: number; values: number }>`
        SELECT count(*)::integer AS rows, count(DISTINCT ${cell})::integer AS values
        FROM registry_items i
        WHERE ${ownRows(registry)} AND ${where}`.execute(db)
    ).rows[0] ?? { rows: 0, values: 0 };
  const isOfCause = hasFinding(cause, column);
  const isSound = sql`i.error_count = 0 AND ${cell} <> ''`;
  const counts = await count(isOfCause);
  // What others are paid is no reason to pay the same.
  const hasUsual = !isOfPerson && asked.holds !== "sum" && counts.rows > 0;
  const [usual] = hasUsual ? await read(isSound, 1) : [];
  const isUsual =
    usual !== undefined &&
    usual.count > 1 &&
    usual.count * USUAL_SHARE >= (await count(isSound)).rows;
  const listed = isOfPerson
    ? { items: [], ...(await listPeople(platform, db, kind, registry, actor, query)) }
    : {
        items: await read(isOfCause, page.limit, page.offset),
        rows: [],
        meta: page.metaOf(counts.values),
      };
  return {
    version: registry.version,
    rowsCount: counts.rows,
    ...listed,
    usual: isUsual ? usual : null,
    rules: await fittingRules(db, kind, registry, query),
  };
}

interface ShownItem {
  readonly id: number;
  readonly line: number;
  readonly cells: Readonly<Record<string, string | undefined>>;
  readonly workman: { readonly name: string } | null;
}

const NAMES = ["fullName", "lastName", "firstName", "middleName"];

/** As the list of rows shows them to this person. */
async function listPeople(
  platform: Platform,
  db: Trx,
  kind: RegistryKind,
  registry: RegistryRow,
  actor: AccountActor,
  { column, ...query }: QueryOf<RegistryCalls["causeValues"]>,
): Promise<{ rows: CauseRow[]; meta: ListMeta }> {
  const { items, meta } = await listItems(platform, db, kind, registry, actor, {
    ...query,
    causeColumn: column,
  });
  return {
    meta,
    rows: (items as ShownItem[]).map(({ id, line, cells, workman }) => ({
      id,
      line,
      name: NAMES.flatMap((key) => cells[key] || []).join(" "),
      profileName: workman?.name ?? null,
      value: cells[column] ?? "",
    })),
  };
}
