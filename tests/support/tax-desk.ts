import { sql } from "kysely";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";

type Answer = Awaited<ReturnType<DemoApp["call"]>>;

/** The demonstration from both sides of the tax service. */
export interface TaxDesk extends DemoApp {
  /** `path` after `/sandbox/api/tax-service`. */
  taxService(method: "GET" | "POST" | "PUT", path: string, payload?: object): Promise<Answer>;
  innOf(phone: string): Promise<string>;
  workmanOf(phone: string): Promise<number>;
  /** And runs the background work. */
  pass(ms: number): Promise<void>;
  /** And runs the background work. */
  goTo(instant: string): Promise<void>;
  /** Newest first. */
  told(
    phone: string,
    type: NoticeName,
  ): Promise<{ text: string; resource: Record<string, unknown> }[]>;
}

export async function buildTaxDesk(): Promise<TaxDesk> {
  const demo = await buildDemoApp();
  const workman = async (phone: string) => {
    const { rows } = await sql<{
      id: number;
      inn: string;
    }>`
      SELECT w.id, w.inn FROM workmen w JOIN people p ON p.id = w.person_id WHERE p.phone = ${phone}`.execute(
      demo.database.kysely,
    );
    if (!rows[0]) throw new Error(`no worker has the phone ${phone}`);
    return rows[0];
  };
  return {
    ...demo,
    // Sessions expire within these months.
    call: async (phone, method, url, payload, headers) =>
      demo.call(null, method, url, payload, {
        ...headers,
        ...(phone === null ? {} : await demo.signIn(phone)),
      }),
    taxService: (method, path, payload) =>
      demo.call(null, method, `/sandbox/api/tax-service${path}`, payload),
    innOf: async (phone) => (await workman(phone)).inn,
    workmanOf: async (phone) => (await workman(phone)).id,
    async pass(ms) {
      demo.clock.advance(ms);
      await demo.runTasksUntilIdle();
    },
    async goTo(instant) {
      demo.clock.set(new Date(instant));
      await demo.runTasksUntilIdle();
    },
    async told(phone, type) {
      const { rows } = await sql<{ type: string; resource: Record<string, unknown> }>`
        SELECT n.type, n.resource
        FROM notices n
        JOIN people p ON p.id = n.person_id
        WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES[type].id}
        ORDER BY n.id DESC`.execute(demo.database.kysely);
      return rows.map((one) => ({
        text: viewNotice(one).text.replaceAll("\u00A0", " "),
        resource: one.resource,
      }));
    },
  };
}
