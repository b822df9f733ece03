import { buildApp } from "./app.ts";
import { startBackground, startBackgroundThread, type Background } from "./background.ts";
import { ConfigError, readConfig } from "./config.ts";
import { makeLogger } from "./make-logger.ts";
import { openProduct } from "./open-product.ts";
import { endsWithin } from "#server/work/ends-within.ts";
import { seedDemoRegistries } from "./seed/seed-demo-registries.ts";

/**
 * With a second for connections and four for the embedded database: less than ten after SIGTERM.
 */
const GOODBYE_MS = 4_000;

async function main(): Promise<void> {
  // `npm start` holds a channel open: killed outright, it cannot send a signal.
  const hasStarter = process.connected === true;
  const config = readConfig(process.env);
  const logger = makeLogger(config);
  const product = await openProduct(config, logger, say);
  const app = await buildApp(product);
  if (product.isNewDemonstration && config.sandbox) {
    say("Наполняю демонстрацию реестрами и выплатами…");
    await seedDemoRegistries(product, app);
  }

  let background: Background | null = null;
  // PORT=0 takes any free port; links of messages need the real one.
  let { port } = config;
  let closing = false;
  const close = async (why: string, exitCode = 0) => {
    if (closing) return;
    closing = true;
    logger.info({ why }, "closing");
    if (
      !(await endsWithin(GOODBYE_MS, Promise.all([app.close(), background?.close()])).catch(
        (error: unknown) => logger.error({ err: error }, "closing has failed"),
      ))
    ) {
      logger.warn(
        { afterMs: GOODBYE_MS },
        "closing without the rest: what was under way is taken up by the next start",
      );
    }
    await product
      .close()
      .catch((error: unknown) => logger.error({ err: error }, "the database was not closed"));
    process.exit(exitCode);
  };
  process.on("SIGTERM", () => void close("SIGTERM"));
  process.on("SIGINT", () => void close("SIGINT"));
  process.on("SIGHUP", () => void close("SIGHUP"));
  process.once("disconnect", () => void close("whoever started it is gone"));
  if (hasStarter && !process.connected) void close("whoever started it is gone");

  if (config.roles.web) {
    const address = await app.http.listen({ host: config.host, port: config.port });
    port = Number(new URL(address).port);
    logger.info({ address, sandbox: config.sandbox }, "ready");
    say(
      `\nПлатформа открыта: ${address}${config.sandbox ? `\nКоды входа и внешние сервисы: ${address}/sandbox` : ""}\n`,
    );
  }
  if (config.roles.worker && config.roles.web) {
    background = startBackgroundThread({ ...config, port }, product.address, (error) => {
      logger.fatal({ err: error }, "background work has ended");
      background = null;
      void close("no background work", 1);
    });
  } else if (config.roles.worker) {
    background = await startBackground(product);
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
