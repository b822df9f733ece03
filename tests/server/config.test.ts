import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, linkOrigin, readConfig } from "#server/config.ts";

const ADAPTER_URLS = {
  BANK_URL: "https://bank.example",
  TAX_SERVICE_URL: "https://tax.example",
  SMS_URL: "https://sms.example",
};
const TOKENS = {
  BANK_TOKEN: "bank-token",
  TAX_SERVICE_MASTER_TOKEN: "tax-master",
  TAX_SERVICE_USER_TOKEN: "tax-user",
  SMS_TOKEN: "sms-token",
};
const ADAPTERS = { ...ADAPTER_URLS, ...TOKENS };
const SITE = { PUBLIC_URL: "https://site.example" };
const { SMS_TOKEN: _, ...WITHOUT_SMS_TOKEN } = ADAPTERS;
const BUCKET = {
  FILE_STORAGE_URL: "s3://files",
  FILE_STORAGE_ENDPOINT: "https://s3.example",
  FILE_STORAGE_ACCESS_KEY: "us",
  FILE_STORAGE_SECRET_KEY: "hunter2",
};
const LONG = "a secret that is long enough to sign";

/** Variable, an invalid value, and what the message must say. */
const WRONG: readonly [name: string, environment: Record<string, string>, says: RegExp][] = [
  ["NODE_ENV", { NODE_ENV: "prod" }, /NODE_ENV: «prod»/],
  ["HOST", { HOST: "http://localhost" }, /HOST: «http:\/\/localhost»/],
  ["HOST", { HOST: "two hosts" }, /HOST/],
  ["PORT", { PORT: "http" }, /PORT: «http».*от 0 до 65535/],
  ["PORT", { PORT: "65536" }, /PORT/],
  ["PORT", { PORT: "-1" }, /PORT/],
  ["PORT", { PORT: "30.5" }, /PORT/],
  ["PORT", { PORT: "0x50" }, /PORT/],
  ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/db" }, /DATABASE_URL: .*postgres:/],
  ["DATABASE_URL", { DATABASE_URL: "localhost:5432" }, /DATABASE_URL/],
  [
    "DATABASE_READ_URL",
    { DATABASE_READ_URL: "postgres://replica/db" },
    /DATABASE_READ_URL: .*задайте и DATABASE_URL/,
  ],
  [
    "DATABASE_READ_URL",
    { DATABASE_URL: "postgres://primary/db", DATABASE_READ_URL: "replica" },
    /DATABASE_READ_URL/,
  ],
  [
    "DATABASE_READ_MAX_DELAY",
    { DATABASE_READ_MAX_DELAY: "1" },
    /DATABASE_READ_MAX_DELAY: «1».*от 2 до 300/,
  ],
  ["DATABASE_CONNECTIONS", { DATABASE_CONNECTIONS: "1" }, /DATABASE_CONNECTIONS: «1».*от 2 до 500/],
  [
    "FILE_STORAGE_URL",
    { ...BUCKET, FILE_STORAGE_URL: "https://s3.example/files" },
    /FILE_STORAGE_URL: нужен адрес вида s3:/,
  ],
  [
    "FILE_STORAGE_URL",
    { ...BUCKET, FILE_STORAGE_URL: "s3://us:hunter2@files" },
    /FILE_STORAGE_URL: нужен адрес вида s3:/,
  ],
  [
    "FILE_STORAGE_URL",
    { FILE_STORAGE_URL: "s3://files" },
    /задайте FILE_STORAGE_ENDPOINT, FILE_STORAGE_ACCESS_KEY, FILE_STORAGE_SECRET_KEY$/,
  ],
  [
    "FILE_STORAGE_ENDPOINT",
    { ...BUCKET, FILE_STORAGE_ENDPOINT: "s3.example" },
    /FILE_STORAGE_ENDPOINT: .*http:/,
  ],
  [
    "FILE_STORAGE_ENDPOINT",
    { ...BUCKET, FILE_STORAGE_ENDPOINT: "https://s3.example/files" },
    /FILE_STORAGE_ENDPOINT: нужен адрес службы без пути/,
  ],
  [
    "FILE_STORAGE_ACCESS_KEY",
    { FILE_STORAGE_ACCESS_KEY: "us" },
    /FILE_STORAGE_ACCESS_KEY: задайте и FILE_STORAGE_URL/,
  ],
  [
    "FILE_STORAGE_SECRET_KEY",
    { ...BUCKET, FILE_STORAGE_SECRET_KEY: "two words" },
    /FILE_STORAGE_SECRET_KEY: ключ доступа/,
  ],
  ["FILE_STORAGE_REGION", { ...BUCKET, FILE_STORAGE_REGION: "Мир" }, /FILE_STORAGE_REGION: «Мир»/],
  ["ROLES", { ROLES: "web,cron" }, /ROLES: «cron».*web,worker/],
  ["ROLES", { ROLES: "," }, /ROLES/],
  ["SEED", { SEED: "yes" }, /SEED: «yes».*demo, reference, none/],
  ["SEED", { ...ADAPTERS, SEED: "demo" }, /SEED=demo: .*настоящими службами/],
  [
    "SEED",
    { ...ADAPTERS, ...SITE, SECRET: LONG, NODE_ENV: "production", SEED: "demo" },
    /SEED=demo/,
  ],
  [
    "PUBLIC_URL",
    { ...ADAPTERS, SECRET: LONG, NODE_ENV: "production" },
    /PUBLIC_URL: при NODE_ENV=production/,
  ],
  ["PUBLIC_URL", { NODE_ENV: "production", SANDBOX: "1" }, /PUBLIC_URL: при NODE_ENV=production/],
  ["PUBLIC_URL", { PUBLIC_URL: "example.ru" }, /PUBLIC_URL: .*http:/],
  ["OPEN_API_URL", { OPEN_API_URL: "api.example" }, /OPEN_API_URL: .*http:/],
  ["CLIENT_API_URL", { CLIENT_API_URL: "ftp://api.example" }, /CLIENT_API_URL/],
  ["EDOC_API_URL", { EDOC_API_URL: "javascript:alert(1)" }, /EDOC_API_URL/],
  ["SANDBOX", { SANDBOX: "true" }, /SANDBOX: «true».*0 или 1/],
  ["SANDBOX", { SANDBOX: "0" }, /SANDBOX=0 требует BANK_URL/],
  ["SANDBOX", { SANDBOX: "1", ...ADAPTERS }, /SANDBOX=1 не сочетается/],
  ["SANDBOX", { NODE_ENV: "production" }, /NODE_ENV=production.*SANDBOX=1/],
  ["BANK_URL", { ...ADAPTERS, BANK_URL: "bank" }, /BANK_URL/],
  ["TAX_SERVICE_URL", { ...ADAPTERS, TAX_SERVICE_URL: "tax" }, /TAX_SERVICE_URL/],
  ["SMS_URL", { ...ADAPTERS, SMS_URL: "sms" }, /SMS_URL/],
  ["MAIL_URL", { ...ADAPTERS, MAIL_URL: "mail" }, /MAIL_URL/],
  ["MAIL_FROM", { ...ADAPTERS, MAIL_FROM: "не адрес" }, /MAIL_FROM/],
  ["MAIL_URL", { MAIL_URL: "https://mail.example" }, /MAIL_URL: в демонстрационном/],
  ["COMPANY_REGISTER_URL", { COMPANY_REGISTER_URL: "register" }, /COMPANY_REGISTER_URL/],
  ["MAPS_URL", { MAPS_URL: "maps.example" }, /MAPS_URL/],
  ["BANK_URL", { BANK_URL: "https://bank.example" }, /вместе или ни одного/],
  [
    "BANK_URL",
    { ...ADAPTERS, BANK_URL: "https://us:hunter2@bank.example" },
    /BANK_URL: имя и пароль/,
  ],
  [
    "BANK_TOKEN",
    ADAPTER_URLS,
    /задайте BANK_TOKEN, TAX_SERVICE_MASTER_TOKEN, TAX_SERVICE_USER_TOKEN, SMS_TOKEN$/,
  ],
  ["BANK_TOKEN", { ...ADAPTERS, BANK_TOKEN: "два слова" }, /BANK_TOKEN: ключ доступа/],
  [
    "TAX_SERVICE_MASTER_TOKEN",
    { ...ADAPTERS, TAX_SERVICE_MASTER_TOKEN: "a\nb" },
    /TAX_SERVICE_MASTER_TOKEN: ключ доступа/,
  ],
  [
    "TAX_SERVICE_USER_TOKEN",
    { ...ADAPTERS, TAX_SERVICE_USER_TOKEN: "a b" },
    /TAX_SERVICE_USER_TOKEN: ключ доступа/,
  ],
  ["SMS_TOKEN", WITHOUT_SMS_TOKEN, /задайте SMS_TOKEN$/],
  ["TAX_REGISTER_URL", { ...ADAPTERS, TAX_REGISTER_URL: "register" }, /TAX_REGISTER_URL/],
  ["MAIL_TOKEN", { ...ADAPTERS, MAIL_TOKEN: "a b" }, /MAIL_TOKEN/],
  ["COMPANY_REGISTER_TOKEN", { COMPANY_REGISTER_TOKEN: "a b" }, /COMPANY_REGISTER_TOKEN/],
  ["MAPS_TOKEN", { MAPS_TOKEN: "a b" }, /MAPS_TOKEN/],
  ["METRICS_TOKEN", { METRICS_TOKEN: "a b" }, /METRICS_TOKEN/],
  ["API_DOCS", { API_DOCS: "yes" }, /API_DOCS: «yes».*0, 1/],
  ["SECRET", { SECRET: "short" }, /SECRET: нужно не меньше 32/],
  [
    "SECRET",
    { NODE_ENV: "production", DATABASE_URL: "postgres://db/app", ...ADAPTERS, ...SITE },
    /SECRET: задайте/,
  ],
  ["LARGE_PAYOUT_RUBLES", { LARGE_PAYOUT_RUBLES: "1,5" }, /LARGE_PAYOUT_RUBLES: «1,5»/],
  ["RATE_LIMIT_PER_MINUTE", { RATE_LIMIT_PER_MINUTE: "many" }, /RATE_LIMIT_PER_MINUTE: «many»/],
  ["TRUST_PROXY", { TRUST_PROXY: "yes" }, /TRUST_PROXY: «yes».*число прокси/],
  ["TRUST_PROXY", { TRUST_PROXY: "true" }, /TRUST_PROXY: «true»/],
  ["TRUST_PROXY", { TRUST_PROXY: "11" }, /TRUST_PROXY: «11».*не больше десяти/],
  ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.1, proxy.example" }, /TRUST_PROXY: «proxy.example»/],
  // This network trusts everybody, like the leftmost address would.
  ["TRUST_PROXY", { TRUST_PROXY: "0.0.0.0/0" }, /TRUST_PROXY/],
  ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }, /TRUST_PROXY/],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }, /LOG_LEVEL: «loud».*silent/],
];

/** Any text is a folder name, so none is refused. */
const NEVER_WRONG = ["DATA_DIR"];

describe("a wrong value of the environment", () => {
  test.each(WRONG)("%s = %o ends the start with one sentence", (_name, environment, says) => {
    let refusal: unknown;
    try {
      readConfig(environment);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ConfigError);
    const { message } = refusal as ConfigError;
    expect(message).toMatch(says);
    expect(message).toMatch(/[а-я]/i);
    expect(message).not.toContain("\n");
  });

  test("is tried for every variable there is", () => {
    const tried = new Set([...WRONG.map(([name]) => name), ...NEVER_WRONG]);
    expect(variablesRead().filter((name) => !tried.has(name))).toEqual([]);
  });

  test("never shows the secret", () => {
    expect(() => readConfig({ SECRET: "my-short-secret" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("my-short-secret") }),
    );
    for (const name of [
      "BANK_TOKEN",
      "TAX_SERVICE_MASTER_TOKEN",
      "TAX_SERVICE_USER_TOKEN",
      "SMS_TOKEN",
      "MAIL_TOKEN",
      "METRICS_TOKEN",
    ]) {
      expect(() => readConfig({ ...ADAPTERS, [name]: "hunter 2" })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("hunter") }),
      );
    }
    expect(() => readConfig({ ...ADAPTERS, BANK_URL: "https://us:hunter2@bank.example" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("hunter") }),
    );
    expect(() => readConfig({ DATABASE_URL: "mysql://root:hunter2@db/app" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("hunter2") }),
    );
  });
});

describe(".env.example", () => {
  const example = new Map(
    [...readFileSync(resolve(".env.example"), "utf8").matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
      ([, name, value]) => [name ?? "", value ?? ""],
    ),
  );

  test("lists every variable the server reads, and no other", () => {
    expect([...example.keys()].sort()).toEqual(variablesRead().sort());
  });

  test("shows the true defaults", () => {
    expect(readConfig(Object.fromEntries(example))).toEqual(readConfig({}));
    for (const [name, value] of example)
      expect(
        value === "" ||
          JSON.stringify(readConfig({ SECRET: LONG })).includes(value.split(",")[0] ?? ""),
        name,
      ).toBe(true);
  });

  test("is safe to use as it is", () => {
    expect(example.get("SECRET")).toBe("");
    expect(readConfig(Object.fromEntries(example)).host).toBe("127.0.0.1");
  });
});

describe("what an empty database is filled with", () => {
  test.each([
    ["the demonstration, in the embedded database", {}, "demo"],
    [
      "dictionaries, in a database of one's own",
      { DATABASE_URL: "postgres://db/app" },
      "reference",
    ],
    ["dictionaries, beside real services", ADAPTERS, "reference"],
    ["dictionaries, in production", { ...ADAPTERS, ...SITE, NODE_ENV: "production" }, "reference"],
    ["what is said", { ...ADAPTERS, SEED: "none" }, "none"],
    [
      "the demonstration in a database of one's own, when it is said",
      { DATABASE_URL: "postgres://db/app", SEED: "demo" },
      "demo",
    ],
  ])("%s", (_what, environment, seed) => expect(readConfig(environment).seed).toBe(seed));
});

test("links lead to the site, or to where the demonstration listens", () => {
  const origin = (environment: Record<string, string>) => linkOrigin(readConfig(environment));
  expect(origin({ PUBLIC_URL: "https://site.example/" })).toBe("https://site.example");
  expect(origin({ PORT: "3456" })).toBe("http://localhost:3456");
  expect(origin({ HOST: "0.0.0.0", PORT: "80" })).toBe("http://localhost:80");
  expect(origin({ HOST: "192.168.1.5" })).toBe("http://192.168.1.5:3000");
  expect(origin(ADAPTERS)).toBeNull();
});

test("no other file of the server reads the environment", () => {
  // `main.ts` passes it to `readConfig`; database and demo commands run without the server; the
  // embedded PostgreSQL needs the system's PATH.
  const allowed = [
    "main.ts",
    "cli.ts",
    "data/embedded/embedded-cluster.ts",
    "data/throw-away-database.ts",
    "demo-month-command.ts",
  ];
  const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const readers = files.filter((name) =>
    /process\.env\b(?!`)/.test(
      readFileSync(resolve("src/server", name), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, ""),
    ),
  );
  expect(readers.filter((name) => !allowed.includes(name))).toEqual([]);
});

/** Variables `readConfig` reads, with and without adapters. */
function variablesRead(): string[] {
  const names = new Set<string>();
  const recorder = (values: Record<string, string>) =>
    new Proxy(values, {
      get(target, name) {
        if (typeof name === "string") names.add(name);
        return target[name as string];
      },
    });
  readConfig(recorder({}));
  readConfig(
    recorder({
      NODE_ENV: "production",
      DATABASE_URL: "postgres://db/app",
      SECRET: LONG,
      ...ADAPTERS,
      ...SITE,
    }),
  );
  return [...names];
}
