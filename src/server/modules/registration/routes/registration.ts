import { sql } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { hasAccountInvitation } from "#server/modules/account-users/index.ts";
import {
  refreshCookie,
  renewSession,
  startSession,
  useCode,
  deviceCookie,
} from "#server/modules/auth/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { UnkeptReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { addConsents } from "../consents.ts";
import type { Platform } from "#server/platform.ts";
import { readRegistration, type Registrant } from "../read-registration.ts";
import { addCompany, readCompany } from "../actions/register-customer.ts";
import { addWorkman, readInvitation } from "../actions/register-workman.ts";

/** Ms to repeat a lost answer. */
const AGAIN_MS = 10 * 60_000;

interface Kept {
  readonly sessionId: string;
  readonly at: string;
}

export function serveRegistration(serve: Serve, platform: Platform): void {
  const { clock, secrets, companies, events, https } = platform;
  const cookie = refreshCookie(https);
  const device = deviceCookie(https, secrets);

  serve.reading(
    authEndpoints.register,
    async ({ body: { data }, db }) => {
      const registrant = await readRegistration(db, data);
      const company =
        data.side === "account" && registrant.inn !== null
          ? await readCompany(db, companies, registrant.inn, data.companyName?.trim() ?? "")
          : null;
      return { registrant, company };
    },
    async ({ body: { data }, read: { registrant, company }, request, reply, trx, audit }) => {
      const at = clock.now();
      const invitation =
        data.side === "workman"
          ? await readInvitation(trx, secrets, data, registrant.phone, at)
          : null;
      await useCode(platform, trx, {
        by: await device.requesterOf(reply, trx, registrant.phone, request.ip),
        phone: registrant.phone,
        operation: "register",
        code: data.code,
        field: "data.code",
      });
      // Only the phone's owner learns of an invitation.
      if (
        data.side === "account" &&
        !company &&
        !(await hasAccountInvitation(trx, registrant.phone))
      )
        throw invalid({ "data.inn": ["Укажите ИНН компании"] });

      const { personId, name } = await addPerson(trx, registrant, at);
      const accountId = company ? await addCompany(trx, company, personId, registrant, at) : null;
      if (data.side === "workman")
        await addWorkman(trx, events, personId, registrant, invitation, at);
      await addConsents(trx, personId, request, at);
      const { sessionId, accessToken, refreshToken } = await startSession(
        platform,
        trx,
        personId,
        request,
      );
      await sql`
        INSERT INTO registrations (person_id, side, came_by, session_id, utm, registered_at)
        VALUES (${personId}, ${data.side}, ${invitation?.kind ?? "himself"}, ${sessionId}::uuid,
          ${data.utm ? JSON.stringify(data.utm) : null}::jsonb, ${at})`.execute(trx);
      audit({
        event: "auth.registered",
        ...(accountId === null ? {} : { accountId }),
        object: { type: "person", id: personId, title: name },
        after: { side: data.side },
      });
      cookie.set(reply, refreshToken);
      device.remember(reply, personId);
      return new UnkeptReply({ accessToken, refreshToken }, {
        sessionId,
        at: at.toISOString(),
      } satisfies Kept);
    },
    {
      async answerAgain({ trx, kept, reply }) {
        const { sessionId, at } = kept as Kept;
        if (clock.now().getTime() - Date.parse(at) > AGAIN_MS)
          throw conflict("Вы уже зарегистрированы. Войдите по номеру телефона");
        const tokens = await renewSession(platform, trx, sessionId);
        cookie.set(reply, tokens.refreshToken);
        return tokens;
      },
    },
  );
}

/** @throws AppError `conflict` — registered; its holder has proven the phone and may know. */
async function addPerson(
  trx: Trx,
  { phone, lastName, firstName, middleName, email, cityId }: Registrant,
  at: Date,
): Promise<{ personId: number; name: string }> {
  const name = [lastName, firstName, middleName].filter(Boolean).join(" ");
  const { rows } = await sql<{ id: number }>`
    INSERT INTO people (phone, name, email, city_id, created_at)
    VALUES (${phone}, ${name}, ${email}, ${cityId}, ${at})
    ON CONFLICT (phone) DO NOTHING
    RETURNING id`.execute(trx);
  if (!rows[0]) throw conflict("Этот номер уже зарегистрирован. Войдите по нему");
  return { personId: rows[0].id, name };
}
