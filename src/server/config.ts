import { isAbsolute, resolve } from "node:path";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";

/** Everything the environment decides, read once at the start; nobody else reads `process.env`. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Absolute folder of the embedded database, stored files and generated secrets. */
  readonly dataDir: string;
  /** A PostgreSQL of one's own; `null`: the embedded one. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly roles: { readonly web: boolean; readonly worker: boolean };
  readonly seed: "demo" | "reference" | "none" | null;
  /** Where the console finds the three bases; empty: same origin. */
  readonly apiOrigins: { readonly open: string; readonly client: string; readonly edoc: string };
  /** Where people find the site: absolute links of pages, of e-mails and text messages. `null`: pages go by the request, messages have no links. */
  readonly publicUrl: string | null;
  readonly sandbox: boolean;
  readonly bankUrl: string | null;
  readonly taxServiceUrl: string | null;
  readonly smsUrl: string | null;
  /** Not required with the others: without it no e-mails are sent. */
  readonly mailUrl: string | null;
  /** «От кого» of the e-mails sent by SMTP. */
  readonly mailFrom: string;
  /** ЕГРЮЛ and ЕГРИП; `null`: people type their company's data themselves. */
  readonly companyRegisterUrl: string | null;
  /** Finds places by address; `null`: an address is a text and nothing more. */
  readonly mapsUrl: string | null;
  /** Signs tokens and seals personal data; `null`: generated into `dataDir` at the first start. */
  readonly secret: string | null;
  readonly rateLimitPerMinute: number;
  readonly trustProxy: boolean;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
}

/** One clear sentence about a wrong value; the start ends with it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError naming the variable, what is wrong and what is allowed. */
export function readConfig(environment: Environment): Config {
  const env = (name: string): string | null => environment[name]?.trim() || null;
  const bankUrl = url(env, "BANK_URL");
  const taxServiceUrl = url(env, "TAX_SERVICE_URL");
  const smsUrl = url(env, "SMS_URL");
  const mailUrl = url(env, "MAIL_URL", ["smtp:", "smtps:", "http:", "https:"]);
  const production = oneOf(env, "NODE_ENV", ["production", "development", "test"] as const, null) === "production";
  const sandbox = readSandbox(env, production, [bankUrl, taxServiceUrl, smsUrl]);
  if (sandbox && mailUrl) throw new ConfigError("MAIL_URL: в демонстрационном режиме письма не отправляются, уберите его");
  const port = integer(env, "PORT", 3000, 0, 65_535);
  const databaseUrl = url(env, "DATABASE_URL", ["postgres:", "postgresql:"]);
  const dataDir = env("DATA_DIR") ?? ".data";
  const secret = env("SECRET");
  if (secret && secret.length < 32) throw new ConfigError("SECRET: нужно не меньше 32 символов");
  if (databaseUrl && production && !secret) throw new ConfigError("SECRET: задайте его, когда процессов несколько и база общая");
  return {
    production,
    // The sandbox shows one-time codes, so it listens on loopback unless somebody says a host aloud.
    host: readHost(env("HOST") ?? "127.0.0.1"),
    port,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl,
    databaseConnections: integer(env, "DATABASE_CONNECTIONS", 20, 2, 500),
    roles: readRoles(env("ROLES") ?? "web,worker"),
    seed: oneOf(env, "SEED", ["demo", "reference", "none"] as const, null),
    apiOrigins: { open: url(env, "OPEN_API_URL") ?? "", client: url(env, "CLIENT_API_URL") ?? "", edoc: url(env, "EDOC_API_URL") ?? "" },
    publicUrl: url(env, "PUBLIC_URL"),
    sandbox,
    bankUrl,
    taxServiceUrl,
    smsUrl,
    mailUrl,
    mailFrom: readSender(env("MAIL_FROM")),
    companyRegisterUrl: url(env, "COMPANY_REGISTER_URL"),
    mapsUrl: url(env, "MAPS_URL"),
    secret,
    rateLimitPerMinute: integer(env, "RATE_LIMIT_PER_MINUTE", 1200, 0, 10_000_000),
    trustProxy: oneOf(env, "TRUST_PROXY", ["0", "1"] as const, "0") === "1",
    logLevel: oneOf(env, "LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "silent"] as const, "info"),
  };
}

type Read = (name: string) => string | null;

function readSandbox(env: Read, production: boolean, adapters: (string | null)[]): boolean {
  const said = env("SANDBOX");
  const configured = adapters.filter((one) => one !== null).length;
  if (said !== null && said !== "0" && said !== "1") throw new ConfigError(`SANDBOX: «${said}» не подходит, допустимо 0 или 1`);
  if (configured > 0 && configured < adapters.length) throw new ConfigError("Задайте BANK_URL, TAX_SERVICE_URL и SMS_URL вместе или ни одного");
  if (said === "1" && configured > 0) throw new ConfigError("SANDBOX=1 не сочетается с настоящими BANK_URL, TAX_SERVICE_URL и SMS_URL");
  const on = said === null ? configured === 0 : said === "1";
  if (!on && configured === 0) throw new ConfigError("SANDBOX=0 требует BANK_URL, TAX_SERVICE_URL и SMS_URL");
  if (on && production && said !== "1") throw new ConfigError("При NODE_ENV=production демонстрационный режим включается только словами SANDBOX=1");
  return on;
}

function readSender(text: string | null): string {
  if (text === null) return `${PLATFORM_COMPANY.product} <${PLATFORM_COMPANY.email}>`;
  if (!/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) throw new ConfigError("MAIL_FROM: нужен адрес вида noreply@example.ru или «Название <noreply@example.ru>»");
  return text;
}

function readHost(text: string): string {
  if (!/^[a-z0-9.:_-]+$/i.test(text)) throw new ConfigError(`HOST: «${text}» не подходит, нужно имя или IP-адрес без порта, например 127.0.0.1`);
  return text;
}

function readRoles(text: string): Config["roles"] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => name !== "web" && name !== "worker");
  if (unknown !== undefined) throw new ConfigError(`ROLES: «${unknown}» не подходит, допустимо web, worker или web,worker`);
  return { web: names.includes("web"), worker: names.includes("worker") };
}

function integer(env: Read, name: string, fallback: number, min: number, max: number): number {
  const text = env(name);
  if (text === null) return fallback;
  // «0x50» and «1e3» are numbers to JavaScript, not to people.
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || value < min || value > max) throw new ConfigError(`${name}: «${text}» не подходит, нужно целое число от ${min} до ${max}`);
  return value;
}

function oneOf<const Values extends readonly string[], Fallback>(env: Read, name: string, values: Values, fallback: Fallback): Values[number] | Fallback {
  const text = env(name);
  if (text === null) return fallback;
  if (!values.includes(text)) throw new ConfigError(`${name}: «${text}» не подходит, допустимо ${values.join(", ")}`);
  return text;
}

function url(env: Read, name: string, protocols = ["http:", "https:"]): string | null {
  const text = env(name);
  if (text === null) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name}: нужен адрес вида ${protocols[0]}//…`);
  }
  return text.replace(/\/$/, "");
}
