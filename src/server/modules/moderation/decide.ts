import { sql, type Kysely } from "kysely";
import type { Definition } from "#contract/kernel/define-enumeration.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { whyOf, type DecisionKind } from "#server/decision.ts";

export interface Waiting {
  readonly kind: string;
  readonly id: number;
  readonly who: string;
  readonly what: string;
  readonly since: Date;
}

/** @throws AppError `not_found`. */
export function kindOf(kinds: readonly DecisionKind[], name: string): DecisionKind {
  const found = kinds.find(({ kind }) => kind === name);
  if (found) return found;
  throw notFound(
    `Вида «${name}» нет. Есть: ${kinds.map(({ kind, title }) => `${kind} (${title})`).join(", ")}`,
  );
}

export async function listWaiting(
  db: Kysely<Schema>,
  kinds: readonly DecisionKind[],
  limit: number,
): Promise<Waiting[]> {
  const parts = kinds.map(
    ({ kind, waiting }) => sql`
      SELECT ${kind}::text AS kind, w.id::bigint AS id, w.who::text AS who, w.what::text AS what,
        w.since
      FROM (${waiting}) w`,
  );
  const { rows } = await sql<Omit<Waiting, "id"> & { readonly id: bigint }>`
    SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) k
    ORDER BY since, kind, id
    LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

export interface WaitingCount {
  readonly kind: string;
  readonly count: number;
  /** `null`: none waits. */
  readonly since: Date | null;
}

export async function countWaiting(
  db: Kysely<Schema>,
  kinds: readonly DecisionKind[],
): Promise<readonly WaitingCount[]> {
  const parts = kinds.map(
    ({ kind, waiting }) => sql`
      SELECT ${kind}::text AS kind, count(*)::integer AS count, min(w.since) AS since
      FROM (${waiting}) w`,
  );
  const { rows } = await sql<WaitingCount>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
  return rows;
}

export interface DecisionRequest {
  readonly kind: string;
  readonly id: number;
  readonly verdict: string;
  readonly reasonId: string | null;
  readonly comment: string | null;
  readonly invoice: string | null;
  readonly by: string;
  readonly at: Date;
}

/**
 * @throws AppError `not_found` - no such kind or record; `invalid` - no reason or invoice;
 * `conflict` - already decided: by whom and when.
 */
export async function decide(
  db: Kysely<Schema>,
  kinds: readonly DecisionKind[],
  request: DecisionRequest,
): Promise<void> {
  const found = kindOf(kinds, request.kind);
  const said = await found.ask?.(request.id, request.verdict);
  await inTransaction(db, (trx) => decideNow(trx, found, request, said));
}

async function decideNow(
  trx: Trx,
  found: DecisionKind,
  { kind, id, verdict, reasonId, comment, invoice, by, at }: DecisionRequest,
  said: unknown,
): Promise<void> {
  const allowed = Object.hasOwn(found.verdicts, verdict) ? found.verdicts[verdict] : undefined;
  if (!allowed)
    throw conflict(
      `Решение «${verdict}» здесь не принимают (${found.title}). Можно: ${Object.keys(found.verdicts).join(", ")}`,
    );
  const reason = reasonOf(found.reasons, reasonId);
  if (allowed.needsInvoice && invoice === null)
    throw invalid({ invoice: ["Укажите номер счёта, по которому зачислить деньги"] });
  const records = await found.decide(trx, { id, verdict, reason, comment, invoice, at }, said);
  if (records.length === 0) throw await whyNot(trx, found, id);
  // After the state: first report an earlier decision.
  if (allowed.needsReason && !reason && !comment)
    throw invalid({
      reasonID: [`Укажите причину: её увидит тот, о ком решение${reasonsOf(found)}`],
    });
  const why = whyOf({ reason, comment });
  const actor = { type: "moderator", name: by, decision: decisionName(kind, id) } as const;
  for (const record of records)
    await writeAudit(trx, actor, null, { ...(why === null ? {} : { reason: why }), ...record }, at);
}

const decisionName = (kind: string, id: number) => `${kind}-${id}`;

function reasonOf(list: readonly Definition[], id: string | null): Definition | null {
  if (id === null || id === "") return null;
  const found = list.find((one) => one.id === id);
  if (!found)
    throw invalid({
      reasonID: [
        list.length === 0
          ? "Причину здесь пишут своими словами"
          : `Недопустимое значение. Можно: ${list.map((one) => one.id).join(", ")}`,
      ],
    });
  return found;
}

function reasonsOf({ reasons }: DecisionKind): string {
  return reasons.length === 0
    ? ""
    : `. Своими словами или из списка: ${reasons.map(({ id, title }) => `${id} (${title})`).join(", ")}`;
}

async function whyNot(trx: Trx, found: DecisionKind, id: number): Promise<Error> {
  const { kind, title, stateTitles } = found;
  const { rows } = await found.state(id).execute(trx);
  if (!rows[0]) return notFound(`Записи № ${id} нет (${title})`);
  const state = rows[0].state === null ? null : (stateTitles[rows[0].state] ?? rows[0].state);
  const { rows: lines } = await sql<{ name: string; at: Date; reason: string | null }>`
    SELECT actor->>'name' AS name, at, reason
    FROM audit_log
    WHERE actor->>'decision' = ${decisionName(kind, id)}
    ORDER BY at DESC
    LIMIT 1`.execute(trx);
  const line = lines[0];
  const last = line
    ? `Последнее решение: ${line.name}, ${formatMoscowTime(line.at)}${line.reason === null ? "" : ` (${line.reason})`}`
    : "Его отозвали, изменили, или решено без людей";
  return conflict(
    `Запись не ждёт такого решения${state === null ? "" : `: она в состоянии «${state}»`}. ${last}`,
  );
}
