import { sql } from "kysely";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { PAYOUT_ORDERS } from "#server/money/payouts/bank-orders.ts";
import { payoutsModule } from "#server/money/payouts/module.ts";
import { receiptsModule } from "#server/money/receipts/module.ts";
import {
  executePayroll,
  sendExecuteCode,
} from "#server/modules/registries/payroll/start-payroll.ts";
import { registriesModule } from "#server/modules/registries/module.ts";
import type { Platform } from "#server/platform.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { notSetAside } from "#server/work/set-aside.ts";
import { offsetClock, type OffsetClock } from "#server/data/clock.ts";
import { APPLICATION_ROLE, createDatabase, type Database } from "#server/data/database.ts";
import { primaryReads } from "#server/data/reads.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import type { PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

export interface PayrollEngine {
  readonly db: Database;
  readonly clock: OffsetClock;
  readonly platform: Platform;
  readonly tasks: readonly BackgroundTask[];
  /** By the owner's code. */
  confirm(scene: PayrollScene, mode?: "VALID_ONLY" | "ALL"): Promise<void>;
  /** Runs tasks until none has work. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly bank?: (bank: BankGateway) => BankGateway;
  readonly taxService?: (taxService: TaxService) => TaxService;
  readonly connections?: number;
  /** Registry links leave as SMS. */
  readonly sendsMessages?: boolean;
  readonly secret?: string;
}

/** Payments without HTTP, for benches. */
export function makePayrollEngine(
  connectionString: string,
  options: EngineOptions = {},
): PayrollEngine {
  const open = (applicationName: string, max: number) =>
    createDatabase({ connectionString, max, applicationName, role: APPLICATION_ROLE });
  const db = open("engine", options.connections ?? 20);
  const outside = open("engine outside", 3);
  const simulators = open("engine simulators", 5);
  const clock = offsetClock();
  const secrets = makeSecrets(options.secret ?? "a secret of tests that is long enough");
  const events = makeProductEvents();
  const bank = sandboxBank(simulators.kysely, clock);
  const taxService = sandboxTaxService(simulators.kysely, clock);
  const files = { store: refuse, open: refuse, localPath: refuse, remove: refuse };
  const sms = options.sendsMessages ? sandboxSms(simulators.kysely, clock) : { send: refuse };
  const platform = aPlatform({
    db: db.kysely,
    reads: primaryReads(db),
    pool: db.pool,
    outside: outside.kysely,
    clock,
    secrets,
    sms,
    mail: null,
    linkOrigin: options.sendsMessages ? "http://localhost" : null,
    files,
    bank: options.bank?.(bank) ?? bank,
    taxService: options.taxService?.(taxService) ?? taxService,
    events,
  });
  listenForNotices(events);
  const modules = [receiptsModule, payoutsModule, registriesModule];
  for (const module of modules) module.listeners?.(platform);
  const tasks = modules.flatMap((module) => module.tasks?.(platform) ?? []);

  return {
    db,
    clock,
    platform,
    tasks,
    async confirm(scene, mode = "VALID_ONLY") {
      const actor = await ownerOf(db, scene);
      const sent: string[] = [];
      const heard = {
        ...platform,
        sms: { send: async (_phone: string, text: string) => void sent.push(text) },
      };
      await db.kysely.transaction().execute((trx) =>
        sendExecuteCode(heard, trx, actor, {
          id: scene.registryId,
          version: 1,
          mode,
          ip: "127.0.0.1",
        }),
      );
      const otp = /\d{6}(?=\. Никому)/.exec(sent.at(-1) ?? "")?.[0];
      await db.kysely.transaction().execute((trx) =>
        executePayroll(platform, trx, actor, {
          id: scene.registryId,
          version: 1,
          mode,
          otp,
          scheduledAt: undefined,
          confirmedRepeats: undefined,
          confirmedExcess: undefined,
        }),
      );
    },
    async settle() {
      await runUntilQuiet(tasks);
      const { rows } = await sql<{
        left: number;
      }>`
        SELECT count(*)::integer AS left
        FROM payouts p
        WHERE state IN ('RECEIPT_PENDING', 'READY')
          AND due_at <= ${clock.now()}
          AND (leased_until IS NULL OR leased_until <= ${clock.now()})
          AND NOT EXISTS (SELECT FROM receipts
            WHERE account_id = p.account_id AND payout_id = p.id AND due_at > ${clock.now()})
          AND ${notSetAside(PAYOUT_ORDERS, sql`concat_ws('-', account_id, id, attempt)`, clock.now())}`.execute(
        db.kysely,
      );
      if ((rows[0]?.left ?? 0) > 0) await this.settle();
    },
    async close() {
      await Promise.all([db.close(), outside.close(), simulators.close()]);
    },
  };
}

/** On a database of its own. */
export async function openPayrollEngine(
  options: EngineOptions = {},
): Promise<PayrollEngine & { readonly database: TestDatabase }> {
  const database = await createTestDatabase();
  const engine = makePayrollEngine(database.connectionString, options);
  const close = async () => {
    await engine.close();
    await database.drop();
  };
  return { ...engine, database, close };
}

const QUIET_ROUNDS = 3;
const REST_MS = 20;

/** In parallel: a task without work waits for the others. Ends after three idle rounds. */
async function runUntilQuiet(tasks: readonly BackgroundTask[]): Promise<void> {
  const stop = new AbortController();
  const quietRounds = tasks.map(() => 0);
  let pieces = 0;
  const drive = async (task: BackgroundTask, index: number) => {
    while (!stop.signal.aborted && quietRounds.some((rounds) => rounds < QUIET_ROUNDS)) {
      const rounds = quietRounds[index] ?? 0;
      const before = pieces;
      quietRounds[index] = 0;
      if (await task.run(stop.signal)) {
        pieces += 1;
        quietRounds.fill(0);
        continue;
      }
      quietRounds[index] = pieces === before ? rounds + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  };
  const ends = await Promise.allSettled(
    tasks.map((task, index) =>
      drive(task, index).catch((error: unknown) => {
        stop.abort();
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

export async function ownerOf(db: Database, scene: PayrollScene): Promise<AccountActor> {
  const { rows } = await sql<{
    phone: string;
    name: string;
  }>`SELECT phone, name FROM people WHERE id = ${scene.ownerId}`.execute(db.kysely);
  return {
    personId: scene.ownerId,
    sessionId: "00000000-0000-0000-0000-000000000000",
    phone: rows[0]?.phone ?? "",
    name: rows[0]?.name ?? "",
    accountId: scene.accountId,
    role: "OWNER",
    projectIds: null,
    workmanId: null,
    isWorkman: false,
  };
}

function refuse(): never {
  throw new Error("the engine stores no files");
}
