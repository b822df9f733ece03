import { sql } from "kysely";
import {
  EXAMPLE_VALUES,
  type TemplateValues,
} from "#contract/document-templates/template-fields.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { formatPhone } from "#contract/values/phone.ts";
import type { Trx } from "#server/data/transaction.ts";

export const WORKING_TOGETHER = sql`('CONFIRMATION', 'ACTIVE', 'PAUSED')`;

interface Parties {
  readonly workman_id: number;
  readonly workman_name: string;
  readonly workman_inn: string | null;
  readonly phone: string | null;
  readonly short_name: string;
  readonly full_name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly legal_address: string;
  readonly contract_number: string | null;
  readonly contract_date: string | null;
}

/** Omits workmen the company does not work with. */
export async function readParties(
  trx: Trx,
  accountId: number,
  workmanIds: readonly number[],
): Promise<Map<number, Parties>> {
  const { rows } = await sql<Parties>`
    SELECT w.id AS workman_id,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name,
      w.inn AS workman_inn, p.phone,
      a.short_name, a.full_name, a.inn, a.kpp, a.ogrn, a.legal_address, a.contract_number,
        a.contract_date
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    JOIN people p ON p.id = w.person_id
    JOIN accounts a ON a.id = e.account_id
    WHERE e.account_id = ${accountId}
      AND e.workman_id = ANY (${[...workmanIds]}::integer[])
      AND e.state IN ${WORKING_TOGETHER}
      AND w.state <> 'DELETED'`.execute(trx);
  return new Map(rows.map((row) => [row.workman_id, row]));
}

export function valuesOf(
  parties: Parties,
  document: { readonly number: string; readonly date: string },
): TemplateValues {
  return {
    документ_номер: document.number,
    документ_дата: formatDate(document.date),
    компания_название: parties.short_name,
    компания_полное_название: parties.full_name,
    компания_инн: parties.inn,
    компания_кпп: parties.kpp ?? "",
    компания_огрн: parties.ogrn ?? "",
    компания_адрес: parties.legal_address,
    договор_номер: parties.contract_number ?? "",
    договор_дата: parties.contract_date ? formatDate(parties.contract_date) : "",
    исполнитель_фио: parties.workman_name,
    исполнитель_инн: parties.workman_inn ?? "",
    исполнитель_телефон: parties.phone ? formatPhone(parties.phone) : "",
  };
}

export function exampleValues(parties: Parties | null, at: Date): TemplateValues {
  return parties
    ? valuesOf(parties, { number: EXAMPLE_VALUES.документ_номер, date: moscowDate(at) })
    : EXAMPLE_VALUES;
}
