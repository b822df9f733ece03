import { sql, type Kysely } from "kysely";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { presentMyAccount, readMyAccount, updateAccount } from "#server/modules/accounts/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Platform } from "#server/platform.ts";
import { readInn } from "../read-registration.ts";
import { addCompany, readCompany } from "../actions/register-customer.ts";

/** Support may add more. */
const MOST_COMPANIES = 20;

/** Typed data override the register's. Moderated. */
export function serveCompanyCreation(serve: Serve, { clock, companies }: Platform): void {
  serve.reading(
    accountEndpoints.create,
    async ({ actor, body, db }) => {
      const inn = readInn(body.inn, "account", "inn", invalid);
      const name = body.companyDetailsName.trim();
      if (name === "") throw invalid({ companyDetailsName: ["Обязательное поле"] });
      await refuseTooMany(db, actor.personId);
      return { ...(await readCompany(db, companies, inn, name)), shortName: name };
    },
    async ({ actor, body, read: company, trx, audit }) => {
      const { inn: _, companyDetailsName: __, ...details } = body;
      const { rows } = await sql<{
        email: string | null;
        city_id: number | null;
      }>`
      SELECT email, city_id FROM people WHERE id = ${actor.personId} FOR NO KEY UPDATE`.execute(
        trx,
      );
      const id = await addCompany(
        trx,
        company,
        actor.personId,
        { email: rows[0]?.email ?? null, phone: actor.phone, cityId: rows[0]?.city_id ?? null },
        clock.now(),
      );
      await updateAccount(trx, await readMyAccount(trx, actor.personId, id), details);
      const created = await readMyAccount(trx, actor.personId, id);
      audit({
        event: "account.created",
        accountId: id,
        object: { type: "account", id, title: created.short_name },
        after: { inn: company.inn, short_name: created.short_name, state: created.state },
      });
      await announce(trx, { to: `person:${actor.personId}`, resource: "session" });
      return presentMyAccount(created);
    },
  );
}

async function refuseTooMany(db: Kysely<Schema>, personId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM account_users u
    JOIN accounts a ON a.id = u.account_id AND a.state NOT IN ('REJECTED', 'DELETED')
    WHERE u.person_id = ${personId} AND u.role = 'OWNER' AND u.state = 'ACTIVE'`.execute(db);
  if ((rows[0]?.count ?? 0) >= MOST_COMPANIES)
    throw conflict(
      `У вас уже ${MOST_COMPANIES} компаний. Чтобы зарегистрировать ещё одну, напишите в поддержку`,
    );
}
