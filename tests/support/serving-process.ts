import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { startBackground } from "#server/background.ts";
import { readConfig } from "#server/config.ts";
import { connectFileStorage } from "#server/connect-product.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { sandboxCompanyRegister } from "#server/integrations/company-register/sandbox.ts";
import { sandboxMail } from "#server/integrations/mail/sandbox.ts";
import { sandboxMaps } from "#server/integrations/maps/sandbox.ts";
import { httpPush } from "#server/integrations/push/http.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { httpWebhookReceiver } from "#server/integrations/webhook-receiver/http.ts";
import { offsetClock } from "#server/data/clock.ts";
import { APPLICATION_ROLE, createDatabase } from "#server/data/database.ts";
import { primaryReads } from "#server/data/reads.ts";
import { makeSecrets } from "#server/data/secrets.ts";

/**
 * Web process or worker (`ROLES`), configured by the environment. `main.ts` would refuse a
 * PostgreSQL that is not durable.
 */
const config = readConfig(process.env);
if (!config.databaseUrl || !config.secret) throw new Error("no database or no secret given");
const open = (max: number) =>
  createDatabase({
    connectionString: config.databaseUrl as string,
    max,
    applicationName: "serving process",
    role: APPLICATION_ROLE,
  });
const clock = offsetClock();
const simulators = open(3).kysely;
const db = open(10);
const secrets = makeSecrets(config.secret);
const deps = {
  config,
  db,
  reads: primaryReads(db),
  outside: open(3),
  clock,
  secrets,
  integrations: {
    bank: sandboxBank(simulators, clock),
    taxService: sandboxTaxService(simulators, clock),
    sms: sandboxSms(simulators, clock),
    mail: sandboxMail(simulators, clock),
    companies: sandboxCompanyRegister(),
    maps: sandboxMaps(),
    files: connectFileStorage(config),
    webhookReceiver: httpWebhookReceiver(),
    push: httpPush({ key: secrets.keyFor("push") }),
  },
  logger: pino({ level: config.logLevel }),
};
if (config.roles.worker) {
  await startBackground(deps);
  process.stdout.write("working\n");
}
if (config.roles.web) {
  const { http } = await buildApp(deps);
  process.stdout.write(`${await http.listen({ host: config.host, port: config.port })}\n`);
}
