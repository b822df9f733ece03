import { sql } from "kysely";
import type { App } from "#server/app.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import type { Database } from "#server/data/database.ts";

export interface DemoProduct {
  readonly db: Database;
  readonly clock: OffsetClock;
}

/** @returns puts the clock back to where it stood, with the time that has passed since. */
export function rememberTime(clock: OffsetClock): () => void {
  const offsetMs = clock.now().getTime() - Date.now();
  return () => clock.set(new Date(Date.now() + offsetMs));
}

type Headers = Readonly<Record<string, string>>;

/** @throws Error when the call fails: the demonstration must not contradict the product. */
export async function callAs(
  app: App,
  headers: Headers,
  method: "GET" | "POST" | "PUT",
  url: string,
  body?: object,
): Promise<{ id: number; version: number; state: { id: string } }> {
  const form = body instanceof FormData ? new Response(body) : null;
  const payload = form ? Buffer.from(await form.arrayBuffer()) : body;
  const answer = await app.http.inject({
    method,
    url,
    headers: {
      ...headers,
      ...(form ? { "content-type": form.headers.get("content-type") ?? "" } : {}),
    },
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300)
    throw new Error(`demonstration: ${url} answered ${answer.statusCode} ${answer.body}`);
  return answer.json() as { id: number; version: number; state: { id: string } };
}

export async function signInAs(product: DemoProduct, app: App, phone: string): Promise<Headers> {
  const post = (path: string, payload: object) =>
    app.http.inject({ method: "POST", url: `/open-api/v1/auth/${path}`, payload });
  await post("send-otp", { phoneNumber: phone, exists: true });
  const answer = await post("login", { phoneNumber: phone, code: await codeFor(product, phone) });
  return { authorization: `Bearer ${(answer.json() as { accessToken: string }).accessToken}` };
}

/** The last one; waits, since messages leave after the answer. */
export async function codeFor(product: DemoProduct, phone: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rows } = await sql<{
      id: bigint;
      text: string;
    }>`DELETE FROM sandbox.sms WHERE phone = ${phone} RETURNING id, text`.execute(
      product.db.kysely,
    );
    const code = /\b\d{6}\b(?=\. Никому)/.exec(rows.at(-1)?.text ?? "")?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("demonstration: no code has come");
}

/** They would count as requested by the person a minute ago. */
export async function forgetCodes(product: DemoProduct, phone: string): Promise<void> {
  await sql`DELETE FROM one_time_codes WHERE phone = ${phone}`.execute(product.db.kysely);
}

export async function signOut(product: DemoProduct, phone: string): Promise<void> {
  await forgetCodes(product, phone);
  await sql`
    UPDATE sessions s
    SET ended_at = ${product.clock.now()}, end_reason = 'logout'
    FROM people p
    WHERE p.id = s.person_id AND p.phone = ${phone} AND s.ended_at IS NULL`.execute(
    product.db.kysely,
  );
}

export function pastedForm(text: string, title: string): FormData {
  const form = new FormData();
  form.append("title", title);
  form.append("text", new Blob([text], { type: "text/plain" }), "rows.txt");
  return form;
}
