import { sql } from "kysely";
import { canTransit, type TransitionActor } from "#contract/kernel/define-transitions.ts";
import {
  REGISTRATION_TRANSITIONS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import { writeAudit, type SystemActor } from "#server/modules/audit-log/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";

type Action = keyof typeof REGISTRATION_TRANSITIONS;

interface Move {
  readonly action: Action;
  readonly to: RegistrationStatus;
  readonly actor: TransitionActor;
  readonly message?: string | null;
  readonly error?: string | null;
  readonly dueAt?: Date | null;
}

interface Moved {
  readonly id: number;
  readonly personId: number;
  readonly status: RegistrationStatus;
}

const SYSTEM: SystemActor = { type: "system", name: "Регистрация исполнителя" };

/**
 * @returns the record.
 * @throws AppError `conflict` — not allowed, or a concurrent move.
 */
export async function moveRegistration<Row extends Moved>(
  trx: Trx,
  row: Row,
  { action, to, actor, message = null, error = null, dueAt = null }: Move,
  at: Date,
): Promise<Row & { status: RegistrationStatus }> {
  if (!canTransit(REGISTRATION_TRANSITIONS, action, row.status, actor))
    throw conflict("Анкета уже в другом состоянии. Обновите страницу");
  const column = "registration_status";
  const move = transition(REGISTRATION_TRANSITIONS, action, actor, { to, column });
  const { rows } = await sql`
      UPDATE workmen
      SET ${move.set}
      WHERE id = ${row.id} AND registration_status = ${row.status} AND ${move.from}
      RETURNING 1`.execute(trx);
  if (rows.length === 0) throw conflict();
  await sql`
    INSERT INTO workman_questionnaires (workman_id, status_since, due_at, message, error)
    VALUES (${row.id}, ${at}, ${dueAt}, ${message}, ${error})
    ON CONFLICT (workman_id) DO UPDATE
    SET status_since = excluded.status_since, due_at = excluded.due_at, message = excluded.message,
      error = excluded.error`.execute(trx);
  // The error belongs to the former status.
  if (actor === "workman")
    await sql`
      UPDATE workmen SET error = NULL WHERE id = ${row.id} AND state <> 'BLOCKED'`.execute(trx);
  await announce(trx, { to: `person:${row.personId}`, resource: "workman" });
  if (actor === "system")
    await writeAudit(
      trx,
      SYSTEM,
      null,
      {
        event: "registration.status_changed",
        object: { type: "workman", id: row.id },
        before: { status: row.status },
        after: { status: to },
      },
      at,
    );
  return { ...row, status: to };
}
