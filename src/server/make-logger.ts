import { pino, type Logger } from "pino";
import type { Config } from "./config.ts";

/** The log, on standard output; it never contains credentials of callers. */
export function makeLogger({ logLevel }: Config): Logger {
  return pino({ level: logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });
}
