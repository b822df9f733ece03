import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { httpWebhookReceiver } from "#server/integrations/webhook-receiver/http.ts";
import { deliverTask } from "#server/modules/webhooks/tasks/deliver.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";

interface Heard {
  readonly path: string;
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly message: { id: number; event: string; at: string; data: Record<string, unknown> };
}

interface Answer {
  readonly after?: Promise<unknown>;
  readonly status?: number;
}

/** A company's server with any number of addresses, and the task that calls it. */
export async function webhookEar(demo: DemoApp) {
  const heard: Heard[] = [];
  const answers = new Map<string, (heard: Heard) => Answer>();
  const server = createServer((request, reply) => {
    let raw = "";
    request.on("data", (chunk: Buffer) => (raw += chunk.toString()));
    request.on("end", async () => {
      const path = request.url ?? "";
      const one: Heard = {
        path,
        at: Date.now(),
        headers: request.headers,
        raw,
        message: JSON.parse(raw) as Heard["message"],
      };
      heard.push(one);
      const { after, status = 200 } = answers.get(path)?.(one) ?? {};
      await after;
      reply.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    heard,
    /** By the documented call. */
    async subscribe(path: string, events: readonly string[], answer?: (heard: Heard) => Answer) {
      const { status, body } = await demo.call(
        CAST.owner,
        "POST",
        "/open-api/v1/account/webhooks",
        { url: `https://erp.company.test${path}`, events },
      );
      if (status !== 200) throw new Error(JSON.stringify(body));
      const { id } = body["webhook"] as { id: number };
      await sql`UPDATE webhooks SET url = ${origin + path} WHERE id = ${id}`.execute(
        demo.database.kysely,
      );
      if (answer) answers.set(path, answer);
      return { id, secret: body["secret"] as string };
    },
    async deliver(aheadMs = 0): Promise<void> {
      await deliverTask(
        aPlatform({
          db: demo.db.kysely,
          clock: { now: () => new Date(demo.clock.now().getTime() + aheadMs) },
          secrets: makeSecrets(TEST_SECRET),
          events: makeProductEvents(),
          webhookReceiver: httpWebhookReceiver({ reachesLoopback: true, timeoutMs: 600_000 }),
        }),
      ).run(new AbortController().signal);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
