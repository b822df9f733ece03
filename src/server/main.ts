import { pino } from "pino";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { openProduct } from "./open-product.ts";
import { seedDemoRegistries } from "./seed-demo-registries.ts";

/** Reads the environment, opens the database, serves, and closes without dropping anybody's request. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });
  const product = await openProduct(config, logger);
  const app = await buildApp(product);
  if (product.isNewDemonstration && config.sandbox) await seedDemoRegistries(product, app);

  if (config.roles.worker) app.tasks.start();
  if (config.roles.web) {
    const address = await app.http.listen({ host: config.host, port: config.port });
    logger.info({ address, sandbox: config.sandbox }, "ready");
    process.stdout.write(`\nПлатформа открыта: ${address}${config.sandbox ? `\nКоды входа и внешние сервисы: ${address}/sandbox` : ""}\n\n`);
  }

  let closing = false;
  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, "closing");
    await app.close();
    await product.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void close("SIGTERM"));
  process.on("SIGINT", () => void close("SIGINT"));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
