import { sql } from "kysely";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { makeLogger } from "./make-logger.ts";
import { openProduct, type Product } from "./open-product.ts";
import { makeDemoMonth, MONTH_OWNER } from "#server/seed/demo-month.ts";
import { seedDemoRegistries } from "#server/seed/seed-demo-registries.ts";

const WORKMEN = Number(process.env["MONTH_WORKERS"] ?? 2000);
const SEED = Number(process.env["MONTH_SEED"] ?? 15);

/**
 * `npm run demo:month`: adds the month of a company with two thousand workers to the demonstration
 * of DATA_DIR or DATABASE_URL; the platform need not run.
 */
async function main(): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" });
  if (!config.sandbox)
    throw new ConfigError(
      "Месяц компании делается только в демонстрации: уберите адреса настоящих служб",
    );
  const product = await openProduct(config, makeLogger(config));
  const app = await buildApp(product);
  const started = Date.now();
  try {
    await refuseSecondMonth(product);
    // The platform's next start finds the demonstration seeded and would not add its history.
    if (product.isNewDemonstration) await seedDemoRegistries(product, app);
    const { rows, periodStart, periodEnd } = await makeDemoMonth(product, app, {
      workmen: WORKMEN,
      seed: SEED,
    });
    process.stdout.write(
      `Готово за ${Math.round((Date.now() - started) / 1000)} с: ${rows} выплат с ${periodStart} по ${periodEnd}. Войдите по телефону ${MONTH_OWNER}\n`,
    );
  } finally {
    await app.close();
    await product.close();
  }
}

async function refuseSecondMonth(product: Product): Promise<void> {
  const { rows } = await sql`SELECT FROM people WHERE phone = ${MONTH_OWNER}`.execute(
    product.db.kysely,
  );
  if (rows.length > 0)
    throw new ConfigError(
      `Месяц компании уже сделан: войдите по телефону ${MONTH_OWNER}. Чтобы сделать его заново, укажите другую DATA_DIR`,
    );
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  },
);
