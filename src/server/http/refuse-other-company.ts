import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { SHOWN_COMPANY_HEADER } from "#contract/kernel/api-bases.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";

/** The session's own: a page of another company must find out, go over and sign out. */
export const OF_ANY_COMPANY: ReadonlySet<string> = new Set(
  (["myInfo", "refreshJwt", "switchAccount", "logout", "logoutEverywhere"] as const).map(
    (name) => authEndpoints[name].id,
  ),
);

/**
 * A session acts for one company in all tabs, so a tab opened before a switch would act for a company
 * it does not show.
 *
 * @throws AppError `company_switched`.
 */
export async function refuseOtherCompany(
  db: Kysely<Schema>,
  request: FastifyRequest,
  actor: Actor | null,
): Promise<void> {
  const shown = request.headers[SHOWN_COMPANY_HEADER];
  if (!actor || shown === undefined || shown === String(actor.accountId)) return;
  const { rows } = await sql<{
    title: string;
  }>`SELECT short_name AS title FROM accounts WHERE id = ${actor.accountId}`.execute(db);
  throw new AppError(
    "company_switched",
    rows[0] && `Вы перешли в компанию «${rows[0].title}»: обновите страницу`,
  );
}
