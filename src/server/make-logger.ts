import { pino, type Logger } from "pino";
import type { Config } from "./config.ts";

/** The log of the product, to the standard output; who calls is never in it. */
export function makeLogger({ logLevel }: Config): Logger {
  return pino({ level: logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });
}
