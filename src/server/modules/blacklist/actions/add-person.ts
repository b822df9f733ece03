import { sql } from "kysely";
import { BLACKLIST_MESSAGES, type BlacklistReason } from "#contract/blacklist/blacklist-rows.ts";
import { formatDate, moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { personInnFinding } from "#contract/values/inn.ts";
import { normalizePhone, WRONG_PHONE } from "#contract/values/phone.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { addEntries, findListed, type NewEntry } from "./add-entries.ts";

interface Person {
  readonly workmanID?: number;
  readonly inn?: string;
  readonly phone?: string;
  readonly name?: string;
  readonly reasonID: BlacklistReason;
  readonly comment?: string;
  readonly validUntil?: CalendarDate;
}

/**
 * @returns the id.
 * @throws AppError `invalid` by field; `conflict` — already listed.
 */
export async function addPerson(
  trx: Trx,
  actor: AccountActor,
  person: Person,
  at: Date,
): Promise<number> {
  const today = moscowDate(at);
  if (person.validUntil !== undefined && person.validUntil < today)
    throw invalid({ validUntil: [BLACKLIST_MESSAGES.untilInPast] });
  const who =
    person.workmanID === undefined ? typed(person) : await namedWorkman(trx, person.workmanID);
  const entry: NewEntry = {
    ...who,
    reason: person.reasonID,
    comment: person.comment?.trim() || null,
    validUntil: person.validUntil ?? null,
  };
  const [since] = await findListed(trx, actor.accountId, [entry], at);
  if (since) throw conflict(alreadyListed(since));
  const [id] = await addEntries(trx, actor, [entry], at);
  // Added concurrently.
  if (id === undefined) throw conflict(alreadyListed(at));
  return id;
}

export function alreadyListed(since: Date): string {
  return `Уже в чёрном списке с ${formatDate(moscowDate(since))}`;
}

function typed({ inn: typedInn, phone: typedPhone, name }: Person) {
  const inn = typedInn?.replace(/\s/g, "") || null;
  const phone = typedPhone?.trim() ? normalizePhone(typedPhone) : null;
  if (inn !== null) {
    const problem = personInnFinding(inn);
    if (problem !== null)
      throw invalid({
        inn: [
          problem === "length" ? "ИНН должен содержать 12 цифр" : "Неверная контрольная сумма ИНН",
        ],
      });
  }
  if (typedPhone?.trim() && phone === null) throw invalid({ phone: [WRONG_PHONE] });
  if (inn === null && phone === null) throw invalid({ inn: [BLACKLIST_MESSAGES.nobody] });
  return { inn, phone, name: name?.trim() || null };
}

async function namedWorkman(trx: Trx, workmanId: number) {
  const { rows } = await sql<{ inn: string | null; phone: string; name: string }>`
    SELECT w.inn, p.phone, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS name
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    WHERE w.id = ${workmanId} AND w.state <> 'DELETED'`.execute(trx);
  if (!rows[0]) throw invalid({ workmanID: ["Исполнитель не найден"] });
  return { ...rows[0], workmanId };
}
