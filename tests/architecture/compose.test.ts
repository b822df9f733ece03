import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "#server/config.ts";

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly deploy?: { readonly replicas: string };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

const text = readFileSync("compose.yaml", "utf8");
const running = readFileSync("docs/running.md", "utf8");
const { services, volumes, configs } = parse(text, { merge: true }) as Compose;

/** Variables that `docs/running.md` asks for, and outside services. */
const DOT_ENV: Readonly<Record<string, string>> = {
  SITE_DOMAIN: "example.ru",
  POSTGRES_PASSWORD: "0123456789abcdef",
  SECRET: "0123456789abcdef0123456789abcdef",
  FILES_ROOT_PASSWORD: "0123456789abcdef",
  FILE_STORAGE_SECRET_KEY: "0123456789abcdef",
  METRICS_TOKEN: "0123456789abcdef",
};
const OUTSIDE = {
  BANK_URL: "https://bank.example",
  BANK_TOKEN: "bank",
  TAX_SERVICE_URL: "https://tax.example",
  TAX_SERVICE_MASTER_TOKEN: "master",
  TAX_SERVICE_USER_TOKEN: "user",
  SMS_URL: "https://sms.example",
  SMS_TOKEN: "sms",
};

/** Expands `${NAME}`, `${NAME:?words}` and `${NAME:-default}` like Compose. */
const filled = (value: string | number) =>
  String(value).replace(
    /(?<!\$)\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_all, name: string, sign?: string, rest?: string) =>
      DOT_ENV[name] ?? (sign === "-" ? (rest ?? "") : ""),
  );
const environmentOf = (name: string) => ({
  ...OUTSIDE,
  ...DOT_ENV,
  ...Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filled(value)]),
  ),
});

describe("compose.yaml", () => {
  test.each(["web", "worker"] as const)(
    "starts a %s with an environment that the product accepts, as production with shared database and bucket",
    (role) => {
      const config = readConfig({ ...environmentOf(role), HOST: "0.0.0.0" });
      expect(config).toMatchObject({
        production: true,
        sandbox: false,
        roles: { web: role === "web", worker: role === "worker" },
        publicUrl: "https://example.ru",
        seed: "reference",
      });
      expect(config.databaseUrl).toBe(
        "postgres://platform:0123456789abcdef@database:5432/platform",
      );
      expect(config.fileStorage).toMatchObject({
        endpoint: "http://files:9000",
        bucket: "platform-files",
      });
      // A proxy stands before web processes only.
      expect(config.trustProxy).toBe(role === "web" ? 1 : false);
    },
  );

  test("asks for nothing that the page does not tell to write", () => {
    const named = new Set(
      [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name as string),
    );
    for (const name of named) expect(running, name).toContain(name);
    for (const name of Object.keys(DOT_ENV)) expect(running, name).toContain(`${name}=`);
  });

  test("leads to services, volumes and configurations that it has", () => {
    for (const service of Object.values(services)) {
      for (const name of Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {}))
        expect(Object.keys(services)).toContain(name);
      for (const volume of service.volumes ?? [])
        expect(Object.keys(volumes)).toContain(volume.split(":")[0]);
      expect(service.build ?? service.image).toMatch(/^(\.|[\w./-]+:[\w.-]+)$/);
      expect(service.image ?? "").not.toContain(":latest");
    }
    expect(configs["caddyfile"]?.content).toContain("name web");
  });

  test("shows nothing but the proxy to the world, and runs several of each process", () => {
    expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual([
      "proxy",
    ]);
    for (const name of ["web", "worker"])
      expect(Number(filled(services[name]?.deploy?.replicas ?? ""))).toBeGreaterThan(1);
  });
});

test("docs/running.md alarms on metrics that the product has", () => {
  const source = ["src/server/http/health.ts", "src/server/work/partitions.ts"]
    .map((path) => readFileSync(path, "utf8"))
    .join("");
  for (const name of [
    "http_request_seconds",
    "database_connections",
    "set_aside_items",
    "set_aside_retried_items",
    "set_aside_oldest_seconds",
    "decisions_waiting",
    "decisions_waiting_oldest_seconds",
    "default_partition_rows",
  ]) {
    expect(running).toContain(name);
    expect(source).toContain(`"${name}"`);
  }
});
