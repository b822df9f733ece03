import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

const ADAPTERS = { BANK_URL: "https://bank.example", TAX_SERVICE_URL: "https://tax.example", SMS_URL: "https://sms.example" };
const LONG = "a secret that is long enough to sign";

/** Variable, a value that must not start, and what the sentence has to say of it. */
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
  ["DATABASE_CONNECTIONS", { DATABASE_CONNECTIONS: "1" }, /DATABASE_CONNECTIONS: «1».*от 2 до 500/],
  ["ROLES", { ROLES: "web,cron" }, /ROLES: «cron».*web,worker/],
  ["ROLES", { ROLES: "," }, /ROLES/],
  ["SEED", { SEED: "yes" }, /SEED: «yes».*demo, reference, none/],
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
  ["SECRET", { SECRET: "short" }, /SECRET: нужно не меньше 32/],
  ["SECRET", { NODE_ENV: "production", DATABASE_URL: "postgres://db/app", ...ADAPTERS }, /SECRET: задайте/],
  ["RATE_LIMIT_PER_MINUTE", { RATE_LIMIT_PER_MINUTE: "many" }, /RATE_LIMIT_PER_MINUTE: «many»/],
  ["TRUST_PROXY", { TRUST_PROXY: "yes" }, /TRUST_PROXY: «yes».*0, 1/],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }, /LOG_LEVEL: «loud».*silent/],
];

/** Any text is a folder's name, so there is no wrong one to refuse before it is opened. */
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
    expect(() => readConfig({ SECRET: "my-short-secret" })).toThrow(expect.objectContaining({ message: expect.not.stringContaining("my-short-secret") }));
    expect(() => readConfig({ DATABASE_URL: "mysql://root:hunter2@db/app" })).toThrow(expect.objectContaining({ message: expect.not.stringContaining("hunter2") }));
  });
});

describe(".env.example", () => {
  const example = new Map([...readFileSync(resolve(".env.example"), "utf8").matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name ?? "", value ?? ""]));

  test("lists every variable the server reads, and no other", () => {
    expect([...example.keys()].sort()).toEqual(variablesRead().sort());
  });

  test("shows the true defaults", () => {
    expect(readConfig(Object.fromEntries(example))).toEqual(readConfig({}));
    for (const [name, value] of example) expect(value === "" || JSON.stringify(readConfig({ SECRET: LONG })).includes(value.split(",")[0] ?? ""), name).toBe(true);
  });

  test("is safe to use as it is", () => {
    expect(example.get("SECRET")).toBe("");
    expect(readConfig(Object.fromEntries(example)).host).toBe("127.0.0.1");
  });
});

test("no other file of the server reads the environment", () => {
  // `main.ts` hands it to `readConfig`; the commands of the database run without the server; its own PostgreSQL needs the system's PATH.
  const allowed = ["main.ts", "database/cli.ts", "database/embedded-cluster.ts"];
  const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const readers = files.filter((name) => /process\.env\b(?!`)/.test(readFileSync(resolve("src/server", name), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "")));
  expect(readers.filter((name) => !allowed.includes(name))).toEqual([]);
});

/** What `readConfig` really asks for, with and without the adapters. */
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
  readConfig(recorder({ NODE_ENV: "production", DATABASE_URL: "postgres://db/app", SECRET: LONG, ...ADAPTERS }));
  return [...names];
}
