import type { ApiBase } from "#contract/kernel/api-bases.ts";

/**
 * Written into the page by the server, elsewhere read from `GET /console-config.json`: one build
 * serves every installation.
 */
export interface ConsoleConfig {
  /** "": the console's own origin. */
  readonly apiOrigins: Readonly<Record<ApiBase, string>>;
  /** Every header has the tag «Демо». */
  readonly sandbox: boolean;
  /** Of absolute links; "" for where the page was opened. */
  readonly siteOrigin: string;
}

const SAME_ORIGIN: ConsoleConfig = {
  apiOrigins: { open: "", client: "", edoc: "" },
  sandbox: false,
  siteOrigin: "",
};

let config = SAME_ORIGIN;
let loading: Promise<ConsoleConfig> | null = null;

export function setConsoleConfig(known: ConsoleConfig): void {
  config = known;
  loading = Promise.resolve(known);
}

/** Same origin, no sandbox until `loadConsoleConfig` has finished. */
export function consoleConfig(): ConsoleConfig {
  return config;
}

/** Once. If it fails, the defaults stay: what served the console serves its API too. */
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
