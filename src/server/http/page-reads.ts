import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const HEADER = "x-page-read";
/** Known to this process only. */
const KEY = randomUUID();

/** Mark reads by the server for a page it renders. */
export const PAGE_READ_HEADERS = { [HEADER]: KEY };

/** The visitor's request was counted already. */
export function isPageRead(request: FastifyRequest): boolean {
  return request.headers[HEADER] === KEY;
}
