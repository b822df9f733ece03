import { sql } from "kysely";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { presentMyAccount, readMyAccount, updateAccount } from "#server/modules/accounts/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { readInn } from "../read-registration.ts";
import { addCompany, readCompany } from "../actions/register-customer.ts";

/** Support may add more. */
const MOST_COMPANIES = 20;

/** Typed data override the register's. Moderated. */
export function serveCompanyCreation(serve: Serve, { clock, companies }: Platform): void {
  serve(accountEndpoints.create, async ({ actor, body, trx, audit }) => {
    const { inn: typedInn, companyDetailsName, ...details } = body;
    const inn = readInn(typedInn, "account", "inn", invalid);
    const name = companyDetailsName.trim();
    if (name === "") throw invalid({ companyDetailsName: ["Обязательное поле"] });
    await refuseTooMany(trx, actor.personId);
    const company = await readCompany(trx, companies, inn, name);
    const { rows } = await sql<{
      email: string | null;
      city_id: number | null;
    }>`
      SELECT email, city_id FROM people WHERE id = ${actor.personId} FOR NO KEY UPDATE`.execute(
      trx,
    );
    const id = await addCompany(
      trx,
      { ...company, shortName: name },
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
      after: { inn, short_name: created.short_name, state: created.state },
    });
    await announce(trx, { to: `person:${actor.personId}`, resource: "session" });
    return presentMyAccount(created);
  });
}

async function refuseTooMany(trx: Trx, personId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM account_users u
    JOIN accounts a ON a.id = u.account_id AND a.state NOT IN ('REJECTED', 'DELETED')
    WHERE u.person_id = ${personId} AND u.role = 'OWNER' AND u.state = 'ACTIVE'`.execute(trx);
  if ((rows[0]?.count ?? 0) >= MOST_COMPANIES)
    throw conflict(
      `У вас уже ${MOST_COMPANIES} компаний. Чтобы зарегистрировать ещё одну, напишите в поддержку`,
    );
}
