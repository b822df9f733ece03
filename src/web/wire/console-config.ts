import type { ApiBase } from "#contract/kernel/api-bases.ts";

/**
 * What the console learns when it starts: the server writes it into the page, `GET
 * /console-config.json` answers it elsewhere. Read at run time, so one build serves every
 * installation.
 */
export interface ConsoleConfig {
  /** Origin of each base, empty for the console's own origin. */
  readonly apiOrigins: Readonly<Record<ApiBase, string>>;
  /**
   * `true` while outside services are simulated: every page carries the banner «Демонстрационный
   * режим».
   */
  readonly sandbox: boolean;
}

const SAME_ORIGIN: ConsoleConfig = {
  apiOrigins: { open: "", client: "", edoc: "" },
  sandbox: false,
};

let config = SAME_ORIGIN;
let loading: Promise<ConsoleConfig> | null = null;

/**
 * Takes the configuration from somebody who knows it already: the server, or a page the server has
 * drawn.
 */
export function setConsoleConfig(known: ConsoleConfig): void {
  config = known;
  loading = Promise.resolve(known);
}

/** The configuration; same origin without the sandbox until `loadConsoleConfig` has answered. */
export function consoleConfig(): ConsoleConfig {
  return config;
}

/**
 * Reads the configuration once. An unreachable file leaves the defaults: a console that is served
 * at all is served by the same origin.
 */
export function loadConsoleConfig(): Promise<ConsoleConfig> {
  loading ??= readConfig()
    .catch(() => SAME_ORIGIN)
    .then(
      (read) =>
        (config = {
          ...SAME_ORIGIN,
          ...read,
          apiOrigins: { ...SAME_ORIGIN.apiOrigins, ...read.apiOrigins },
        }),
    );
  return loading;
}

async function readConfig(): Promise<Partial<ConsoleConfig>> {
  const inPage = document.getElementById("console-config")?.textContent;
  if (inPage) return JSON.parse(inPage) as Partial<ConsoleConfig>;
  const answer = await fetch("/console-config.json");
  return answer.ok ? ((await answer.json()) as Partial<ConsoleConfig>) : SAME_ORIGIN;
}
