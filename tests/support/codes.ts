import { sql } from "kysely";
import type { Database } from "#server/data/database.ts";

/** From the simulated phone. Its SMS leaves after the response: skip older codes. */
export async function codeOn(
  { database }: { readonly database: Database },
  phone: string,
): Promise<string> {
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    const { rows } = await sql<{ code: string }>`
      SELECT substring(text FROM '(?:^|\\D)(\\d{6})(?:\\D|$)') AS code FROM sandbox.sms
      WHERE message_id = (SELECT 'otp-' || max(id) FROM one_time_codes WHERE phone = ${phone})`.execute(
      database.kysely,
    );
    if (rows[0]) return rows[0].code;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no code came to ${phone}`);
}

export async function userIdOf(
  { database }: { readonly database: Database },
  phone: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id
    FROM account_users u JOIN people p ON p.id = u.person_id
    WHERE p.phone = ${phone} AND u.state = 'ACTIVE'
    ORDER BY u.account_id
    LIMIT 1`.execute(database.kysely);
  if (!rows[0]) throw new Error(`${phone} works in no company`);
  return rows[0].id;
}
