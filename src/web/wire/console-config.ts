import type { ApiBase } from "#contract/kernel/api-bases.ts";

/** In the page or `GET /console-config.json`: one build serves every installation. */
export interface ConsoleConfig {
  /** "": same origin. */
  readonly apiOrigins: Readonly<Record<ApiBase, string>>;
  /** Every header has the tag «Демо». */
  readonly sandbox: boolean;
  /** "": where the page was opened. */
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

/** Same origin, no sandbox until loaded. */
export function consoleConfig(): ConsoleConfig {
  return config;
}

/** On failure the defaults stay: the console's server has an API too. */
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
