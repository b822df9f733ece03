import { sql, type Kysely } from "kysely";
import type {
  CompanyRegister,
  RegisteredCompany,
} from "#server/integrations/company-register/port.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Schema } from "#server/data/generated/schema.ts";

/** @throws AppError `conflict`: companies are public. */
export async function refuseKnownCompany(db: Kysely<Schema>, inn: string): Promise<void> {
  const { rows } = await sql`
      SELECT 1 FROM accounts WHERE inn = ${inn} AND state NOT IN ('REJECTED', 'DELETED') LIMIT 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw conflict(
      "Компания с этим ИНН уже зарегистрирована. Войдите по своему телефону или попросите администратора компании добавить вас",
    );
}

/** Asks the state register; when it does not respond, people type the data. */
export async function askRegister(
  companies: CompanyRegister,
  inn: string,
): Promise<RegisteredCompany | null> {
  return companies.findCompany(inn).catch(() => null);
}
