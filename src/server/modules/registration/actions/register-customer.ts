import { sql, type Kysely } from "kysely";
import { companyInnFinding } from "#contract/values/inn.ts";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Registrant } from "../read-registration.ts";
import { askRegister, refuseKnownCompany } from "./ask-register.ts";

export interface NewCompany {
  readonly inn: string;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly shortName: string;
  readonly fullName: string;
  readonly legalAddress: string;
  /** For the moderator; messages carry it once he has approved. */
  readonly registerName: string | null;
}

/**
 * From the state register, else typed. Outside any transaction.
 *
 * @throws AppError `conflict` — a registered company; `invalid` — no name.
 */
export async function readCompany(
  db: Kysely<Schema>,
  companies: CompanyRegister,
  inn: string,
  typedName: string,
): Promise<NewCompany> {
  await refuseKnownCompany(db, inn);
  const found = await askRegister(companies, inn);
  if (found)
    return { ...found, legalAddress: found.legalAddress ?? "", registerName: found.shortName };
  if (typedName === "")
    throw invalid({
      "data.companyName": ["Укажите название компании: в реестре по этому ИНН ничего не нашлось"],
    });
  return {
    inn,
    kpp: null,
    ogrn: null,
    shortName: typedName,
    fullName: typedName,
    legalAddress: "",
    registerName: null,
  };
}

/**
 * Posts jobs after moderation (specification §6).
 *
 * @returns its id.
 */
export async function addCompany(
  trx: Trx,
  company: NewCompany,
  personId: number,
  { email, phone, cityId }: Pick<Registrant, "email" | "phone" | "cityId">,
  at: Date,
): Promise<number> {
  const legalForm = companyInnFinding(company.inn) === null ? "LEGAL_ENTITY" : "ENTREPRENEUR";
  const { rows } = await sql<{ id: number }>`
    INSERT INTO accounts (state, legal_form, inn, kpp, ogrn, short_name, full_name, legal_address,
      email, phone, city_id, register_name, created_at)
    VALUES ('MODERATION', ${legalForm}, ${company.inn}, ${company.kpp}, ${company.ogrn},
      ${company.shortName}, ${company.fullName}, ${company.legalAddress}, ${email}, ${phone},
      ${cityId}, ${company.registerName}, ${at})
    ON CONFLICT (inn, coalesce(kpp, ''))
    WHERE state NOT IN ('REJECTED', 'DELETED') DO NOTHING
    RETURNING id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw conflict("Компания с этим ИНН уже зарегистрирована");
  await sql`
    INSERT INTO account_users (account_id, person_id, role, created_at)
    VALUES (${id}, ${personId}, 'OWNER', ${at})`.execute(trx);
  return id;
}
