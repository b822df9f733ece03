import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { seedDatabase } from "#server/seed/seed.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { bundledProcess } from "#tests/support/bundled-process.ts";
import { CLOCK } from "#tests/support/moved-clock.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import {
  recordedBank,
  recordedCompanyRegister,
  recordedTaxService,
  startLocalService,
  type HeardRequest,
  type LocalService,
} from "#tests/support/outside-services.ts";

let starting: ReturnType<typeof bundledProcess> | undefined;

/** A statement's line. */
interface Income {
  readonly amountKopecks: number;
  readonly payerInn: string;
  readonly payerName: string;
  readonly purpose: string;
}

export interface Production {
  readonly product: TestApp;
  /** Adds to the platform's bank account. */
  income(line: Income): void;
  /** Submitted to the bank. */
  orders(path: "/orders" | "/returns"): { orderId: string; amountKopecks: number }[];
  /** The code that `ask` causes. */
  codeOn(phone: string, ask: () => Promise<unknown>): Promise<string>;
  /**
   * `node dist/server/cli.js …`.
   *
   * @throws Error with its output.
   */
  command(...args: string[]): Promise<string>;
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * As in production: dictionaries only, outside services behind real adapters.
 *
 * @param inn - known to the tax service.
 */
export async function startProduction({ inn }: { readonly inn: string }): Promise<Production> {
  const incomes: (Income & { readonly paymentId: string; readonly at: string })[] = [];
  const recorded = recordedBank();
  const json = (value: unknown) => ({ type: "application/json", body: JSON.stringify(value) });
  const ofBank = (request: HeardRequest) => {
    const { path, body } = request;
    if (path.startsWith("/statement")) {
      const after = Number(new URLSearchParams(path.split("?")[1]).get("after") ?? 0);
      return json({ payments: incomes.slice(after), position: String(incomes.length) });
    }
    if (path.startsWith("/orders/returns")) return json({ results: [], position: "0" });
    if (path === "/returns") {
      const { orders } = JSON.parse(body) as { orders: { orderId: string }[] };
      const at = new Date().toISOString();
      return json({ results: orders.map(({ orderId }) => ({ orderId, status: "DONE", at })) });
    }
    return recorded(request);
  };
  const stranger = "504810974810";
  const limited = "770431015860";
  const services: Record<string, LocalService> = {
    BANK: await startLocalService(ofBank),
    TAX_SERVICE: await startLocalService(recordedTaxService({ inn, stranger, limited })),
    SMS: await startLocalService(() => json(null)),
    MAIL: await startLocalService(() => json(null)),
    COMPANY_REGISTER: await startLocalService(recordedCompanyRegister()),
  };
  const environment = {
    SANDBOX: "0",
    SEED: "reference",
    SECRET: TEST_SECRET,
    ...Object.fromEntries(Object.entries(services).map(([name, { url }]) => [`${name}_URL`, url])),
    BANK_TOKEN: "token-of-bank",
    TAX_SERVICE_MASTER_TOKEN: "token-of-tax-master",
    TAX_SERVICE_USER_TOKEN: "token-of-tax-user",
    SMS_TOKEN: "token-of-sms",
    MAIL_TOKEN: "token-of-mail",
    COMPANY_REGISTER_TOKEN: "token-of-companies",
  };
  const product = await buildTestApp({ environment });
  await seedDatabase(
    product.database.kysely,
    product.config.seed,
    product.clock,
    makeSecrets(TEST_SECRET),
  );
  return {
    product,
    income(line) {
      const paymentId = `in-${incomes.length + 1}`;
      incomes.push({ ...line, paymentId, at: product.clock.now().toISOString() });
    },
    orders: (path) =>
      (services["BANK"]?.heard ?? [])
        .filter((request) => request.path === path)
        .flatMap(({ body }) => (JSON.parse(body) as { orders: [] }).orders),
    async codeOn(phone, ask) {
      const heard = () =>
        (services["SMS"]?.heard ?? [])
          .map(({ body }) => JSON.parse(body) as { phone: string; text: string })
          .filter((message) => message.phone === phone);
      const before = heard().length;
      await ask();
      for (let turn = 0; turn < 6_000; turn += 1) {
        const code = heard()
          .slice(before)
          .map(({ text }) => /(?:^|\D)(\d{6})(?:\D|$)/.exec(text)?.[1])
          .find(Boolean);
        if (code) return code;
        await pause(10);
      }
      throw new Error(`no code came to ${phone}`);
    },
    async command(...args) {
      starting ??= bundledProcess("command-process");
      const child = (await starting)(args, {
        ...CLOCK,
        PATH: process.env["PATH"],
        DATABASE_URL: product.database.connectionString,
        ...environment,
      });
      let [said, complained] = ["", ""];
      child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child.stderr?.on("data", (chunk: Buffer) => (complained += chunk.toString()));
      const [code] = (await once(child, "close")) as [number];
      if (code !== 0) throw new Error(complained.trim());
      return said.trim();
    },
    async pass(seconds) {
      await product.runTasksUntilIdle();
      product.clock.advance(seconds * 1000);
      await product.runTasksUntilIdle();
    },
    async close() {
      await product.close();
      await Promise.all(Object.values(services).map((service) => service.close()));
    },
  };
}
