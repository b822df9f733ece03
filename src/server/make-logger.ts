import { pino, type Logger } from "pino";
import type { Config } from "./config.ts";

/** To standard output, without credentials of callers. */
export function makeLogger({ logLevel }: Config): Logger {
  return pino({ level: logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });
}
