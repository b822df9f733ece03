import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { CALLS_PER_MINUTE } from "./http/calls-per-minute.ts";
import type { S3Target } from "./integrations/file-storage/s3.ts";

/** Settings of the environment, read once; nothing else reads `process.env`. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** `null`: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  /** A streaming replica for lists and exports; `null`: the primary. */
  readonly databaseReadUrl: string | null;
  /** Seconds; an older replica is not read. */
  readonly databaseReadMaxDelay: number;
  /** A bucket, for processes on several machines; `null`: `dataDir`. */
  readonly fileStorage: S3Target | null;
  readonly roles: { readonly web: boolean; readonly worker: boolean };
  readonly seed: "demo" | "reference" | "none";
  /** Origins of the three bases for the console; empty: its own. */
  readonly apiOrigins: { readonly open: string; readonly client: string; readonly edoc: string };
  /** The site's URL for links. `null`: pages use the request's host, messages have no links. */
  readonly publicUrl: string | null;
  readonly sandbox: boolean;
  /** `null` in the demonstration. */
  readonly adapters: Adapters | null;
  /** `null`: no e-mails are sent. */
  readonly mailUrl: string | null;
  /** For an HTTP gateway; a mail server's password is in its URL. */
  readonly mailToken: string | null;
  /** «От кого», by SMTP. */
  readonly mailFrom: string;
  /** ЕГРЮЛ and ЕГРИП; `null`: people type their company's data. */
  readonly companyRegisterUrl: string | null;
  readonly companyRegisterToken: string | null;
  /** Geocoder; `null`: addresses stay plain text. */
  readonly mapsUrl: string | null;
  readonly mapsToken: string | null;
  /** Signs tokens, encrypts personal data; `null`: generated into `dataDir` at the first start. */
  readonly secret: string | null;
  /** Of `/metrics`; `null`: open, but absent in production. */
  readonly metricsToken: string | null;
  readonly apiDocs: boolean;
  /** Larger sums wait a day after the worker has changed where money goes. */
  readonly largePayoutRubles: number;
  readonly rateLimitPerMinute: number;
  /** Whose `X-Forwarded-For` to trust: a number of proxies before us, or these addresses. */
  readonly trustProxy: false | number | readonly string[];
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
}

export interface Adapters {
  readonly bankUrl: string;
  readonly bankToken: string;
  readonly taxServiceUrl: string;
  /** Issued by the tax service; buys its temporary tokens. */
  readonly taxServiceMasterToken: string;
  readonly taxServiceUserToken: string;
  /** Register of the self-employed; `null`: the tax service's own address. */
  readonly taxRegisterUrl: string | null;
  readonly smsUrl: string;
  readonly smsToken: string;
}

/** Told in one sentence; ends the start. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError naming the variable, the mistake and what is allowed. */
export function readConfig(environment: Environment): Config {
  const env = (name: string): string | null => environment[name]?.trim() || null;
  const adapters = readAdapters(env);
  const mailUrl = url(env, "MAIL_URL", ["smtp:", "smtps:", "http:", "https:"]);
  const production =
    oneOf(env, "NODE_ENV", ["production", "development", "test"] as const, null) === "production";
  const sandbox = readSandbox(env, production, adapters !== null);
  if (sandbox && mailUrl)
    throw new ConfigError(
      "MAIL_URL: в демонстрационном режиме письма не отправляются, уберите его",
    );
  const port = integer(env, "PORT", 3000, 0, 65_535);
  const databaseUrl = url(env, "DATABASE_URL", ["postgres:", "postgresql:"]);
  const databaseReadUrl = url(env, "DATABASE_READ_URL", ["postgres:", "postgresql:"]);
  if (databaseReadUrl && !databaseUrl)
    throw new ConfigError("DATABASE_READ_URL: это реплика своей базы, задайте и DATABASE_URL");
  const dataDir = env("DATA_DIR") ?? ".data";
  const secret = env("SECRET");
  const publicUrl = url(env, "PUBLIC_URL");
  if (secret && secret.length < 32) throw new ConfigError("SECRET: нужно не меньше 32 символов");
  if (databaseUrl && production && !secret)
    throw new ConfigError("SECRET: задайте его, когда процессов несколько и база общая");
  if (production && !publicUrl)
    throw new ConfigError(
      "PUBLIC_URL: при NODE_ENV=production задайте адрес сайта, например https://example.ru: он стоит в ссылках страниц, писем и СМС",
    );
  return {
    production,
    // The sandbox shows one-time codes, so it listens on loopback by default.
    host: readHost(env("HOST") ?? "127.0.0.1"),
    port,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl,
    databaseConnections: integer(env, "DATABASE_CONNECTIONS", 20, 2, 500),
    databaseReadUrl,
    databaseReadMaxDelay: integer(env, "DATABASE_READ_MAX_DELAY", 5, 2, 300),
    fileStorage: readFileStorage(env),
    roles: readRoles(env("ROLES") ?? "web,worker"),
    seed: readSeed(env, sandbox, databaseUrl === null),
    apiOrigins: {
      open: url(env, "OPEN_API_URL") ?? "",
      client: url(env, "CLIENT_API_URL") ?? "",
      edoc: url(env, "EDOC_API_URL") ?? "",
    },
    publicUrl,
    sandbox,
    adapters,
    mailUrl,
    mailToken: token(env, "MAIL_TOKEN"),
    mailFrom: readSender(env("MAIL_FROM")),
    companyRegisterUrl: url(env, "COMPANY_REGISTER_URL"),
    companyRegisterToken: token(env, "COMPANY_REGISTER_TOKEN"),
    mapsUrl: url(env, "MAPS_URL"),
    mapsToken: token(env, "MAPS_TOKEN"),
    secret,
    metricsToken: token(env, "METRICS_TOKEN"),
    apiDocs: oneOf(env, "API_DOCS", ["0", "1"] as const, production ? "0" : "1") === "1",
    largePayoutRubles: integer(env, "LARGE_PAYOUT_RUBLES", 15_000, 0, 1_000_000),
    rateLimitPerMinute: integer(env, "RATE_LIMIT_PER_MINUTE", CALLS_PER_MINUTE, 0, 10_000_000),
    trustProxy: readTrustedProxies(env("TRUST_PROXY") ?? "0"),
    logLevel: oneOf(
      env,
      "LOG_LEVEL",
      ["fatal", "error", "warn", "info", "debug", "silent"] as const,
      "info",
    ),
  };
}

type Read = (name: string) => string | null;

/** URL and token come together: a service without our token would reject every call. */
function readAdapters(env: Read): Adapters | null {
  const urls = {
    bankUrl: url(env, "BANK_URL"),
    taxServiceUrl: url(env, "TAX_SERVICE_URL"),
    smsUrl: url(env, "SMS_URL"),
  };
  const tokens = {
    bankToken: token(env, "BANK_TOKEN"),
    taxServiceMasterToken: token(env, "TAX_SERVICE_MASTER_TOKEN"),
    taxServiceUserToken: token(env, "TAX_SERVICE_USER_TOKEN"),
    smsToken: token(env, "SMS_TOKEN"),
  };
  const taxRegisterUrl = url(env, "TAX_REGISTER_URL");
  const names = {
    bankToken: "BANK_TOKEN",
    taxServiceMasterToken: "TAX_SERVICE_MASTER_TOKEN",
    taxServiceUserToken: "TAX_SERVICE_USER_TOKEN",
    smsToken: "SMS_TOKEN",
  };
  const configured = Object.values(urls).filter((one) => one !== null).length;
  if (configured === 0) return null;
  if (configured < 3)
    throw new ConfigError("Задайте BANK_URL, TAX_SERVICE_URL и SMS_URL вместе или ни одного");
  const missing = Object.entries(names).filter(
    ([key]) => tokens[key as keyof typeof tokens] === null,
  );
  if (missing.length > 0)
    throw new ConfigError(
      `Настоящим службам нужны ключи доступа, задайте ${missing.map(([, name]) => name).join(", ")}`,
    );
  return { ...urls, ...tokens, taxRegisterUrl } as Adapters;
}

/** All keys are required: without them every upload would fail. */
function readFileStorage(env: Read): S3Target | null {
  const text = env("FILE_STORAGE_URL");
  const names = {
    endpoint: "FILE_STORAGE_ENDPOINT",
    accessKey: "FILE_STORAGE_ACCESS_KEY",
    secretKey: "FILE_STORAGE_SECRET_KEY",
  };
  const given = {
    endpoint: url(env, names.endpoint),
    accessKey: token(env, names.accessKey),
    secretKey: token(env, names.secretKey),
  };
  const region = env("FILE_STORAGE_REGION") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw new ConfigError(
      `FILE_STORAGE_REGION: «${region}» не подходит, нужно имя вида ru-central1`,
    );
  if (text === null) {
    const lonely = Object.entries(given).find(([, value]) => value !== null)?.[0] as
      keyof typeof names | undefined;
    if (lonely !== undefined)
      throw new ConfigError(
        `${names[lonely]}: задайте и FILE_STORAGE_URL, без него файлы лежат в DATA_DIR`,
      );
    return null;
  }
  const [, bucket, folder] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-]+)*)\/?$/.exec(text) ?? [];
  if (bucket === undefined || folder === undefined)
    throw new ConfigError(
      "FILE_STORAGE_URL: нужен адрес вида s3://корзина или s3://корзина/папка, адрес самой службы задаёт FILE_STORAGE_ENDPOINT",
    );
  const { endpoint, accessKey, secretKey } = given;
  if (endpoint === null || accessKey === null || secretKey === null) {
    const missing = Object.entries(given).flatMap(([key, value]) =>
      value === null ? [names[key as keyof typeof names]] : [],
    );
    throw new ConfigError(
      `FILE_STORAGE_URL: хранилищу нужны адрес и ключи доступа, задайте ${missing.join(", ")}`,
    );
  }
  if (new URL(endpoint).pathname !== "/")
    throw new ConfigError(
      "FILE_STORAGE_ENDPOINT: нужен адрес службы без пути, корзину задаёт FILE_STORAGE_URL",
    );
  return {
    endpoint,
    region,
    bucket,
    prefix: folder === "" ? "" : `${folder.slice(1)}/`,
    accessKey,
    secretKey,
  };
}

/** @throws ConfigError that never shows the value. */
function token(env: Read, name: string): string | null {
  const text = env(name);
  if (text !== null && !/^[\x21-\x7e]{1,4096}$/.test(text))
    throw new ConfigError(
      `${name}: ключ доступа состоит из латинских букв, цифр и знаков без пробелов`,
    );
  return text;
}

/** Demonstration people have known phones: only with simulated services and our own database. */
function readSeed(env: Read, sandbox: boolean, isEmbedded: boolean): Config["seed"] {
  const seed = oneOf(
    env,
    "SEED",
    ["demo", "reference", "none"] as const,
    sandbox && isEmbedded ? "demo" : "reference",
  );
  if (seed === "demo" && !sandbox)
    throw new ConfigError(
      "SEED=demo: демонстрационные данные не ставятся рядом с настоящими службами, задайте reference или none",
    );
  return seed;
}

const PROXY_NETWORKS = ["loopback", "linklocal", "uniquelocal"];

/** Never all addresses: that would trust the leftmost one, which anybody can write. */
function readTrustedProxies(text: string): Config["trustProxy"] {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > 10)
      throw new ConfigError(`TRUST_PROXY: «${text}» не подходит, прокси не больше десяти`);
    return hops === 0 ? false : hops;
  }
  const proxies = text.split(",").map((one) => one.trim());
  const wrong = proxies.find((one) => !PROXY_NETWORKS.includes(one) && !isNetwork(one));
  if (wrong !== undefined)
    throw new ConfigError(
      `TRUST_PROXY: «${wrong}» не подходит, нужно число прокси перед нами (1) или их адреса через запятую: 10.0.0.5, 10.1.0.0/16, loopback`,
    );
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined ||
      (/^\d{1,3}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

function readSandbox(env: Read, production: boolean, isConfigured: boolean): boolean {
  const setting = env("SANDBOX");
  if (setting !== null && setting !== "0" && setting !== "1")
    throw new ConfigError(`SANDBOX: «${setting}» не подходит, допустимо 0 или 1`);
  if (setting === "1" && isConfigured)
    throw new ConfigError(
      "SANDBOX=1 не сочетается с настоящими BANK_URL, TAX_SERVICE_URL и SMS_URL",
    );
  const on = setting === null ? !isConfigured : setting === "1";
  if (!on && !isConfigured)
    throw new ConfigError("SANDBOX=0 требует BANK_URL, TAX_SERVICE_URL и SMS_URL");
  if (on && production && setting !== "1")
    throw new ConfigError(
      "При NODE_ENV=production демонстрационный режим включается только словами SANDBOX=1",
    );
  return on;
}

function readSender(text: string | null): string {
  if (text === null) return `${PLATFORM_COMPANY.product} <${PLATFORM_COMPANY.email}>`;
  if (!/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new ConfigError(
      "MAIL_FROM: нужен адрес вида noreply@example.ru или «Название <noreply@example.ru>»",
    );
  return text;
}

function readHost(text: string): string {
  if (!/^[a-z0-9.:_-]+$/i.test(text))
    throw new ConfigError(
      `HOST: «${text}» не подходит, нужно имя или IP-адрес без порта, например 127.0.0.1`,
    );
  return text;
}

function readRoles(text: string): Config["roles"] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => name !== "web" && name !== "worker");
  if (unknown !== undefined)
    throw new ConfigError(`ROLES: «${unknown}» не подходит, допустимо web, worker или web,worker`);
  return { web: names.includes("web"), worker: names.includes("worker") };
}

function integer(env: Read, name: string, fallback: number, min: number, max: number): number {
  const text = env(name);
  if (text === null) return fallback;
  // JavaScript takes «0x50» and «1e3» for numbers.
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`${name}: «${text}» не подходит, нужно целое число от ${min} до ${max}`);
  return value;
}

function oneOf<const Values extends readonly string[], Fallback>(
  env: Read,
  name: string,
  values: Values,
  fallback: Fallback,
): Values[number] | Fallback {
  const text = env(name);
  if (text === null) return fallback;
  if (!values.includes(text))
    throw new ConfigError(`${name}: «${text}» не подходит, допустимо ${values.join(", ")}`);
  return text;
}

function url(env: Read, name: string, protocols = ["http:", "https:"]): string | null {
  const text = env(name);
  if (text === null) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name}: нужен адрес вида ${protocols[0]}//…`);
  }
  const { protocol, username } = new URL(text);
  // `fetch` rejects a URL with credentials, and its error shows it.
  if (/^https?:$/.test(protocol) && username !== "")
    throw new ConfigError(
      `${name}: имя и пароль в адресе не принимаются, для ключа доступа есть отдельная переменная`,
    );
  return text.replace(/\/$/, "");
}

/** Where the site is, never by what a request calls it. A demonstration is where it listens. */
export function siteOrigin({
  publicUrl,
  host,
  port,
}: Pick<Config, "publicUrl" | "host" | "port">): string {
  if (publicUrl !== null) return publicUrl;
  const isEverywhere = ["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"].includes(host);
  return `http://${isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Base of links in messages; `null`: nobody has said where the site is, and it is no demonstration.
 */
export function linkOrigin(
  config: Pick<Config, "publicUrl" | "sandbox" | "host" | "port">,
): string | null {
  return config.publicUrl !== null || config.sandbox ? siteOrigin(config) : null;
}
