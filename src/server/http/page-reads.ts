import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const HEADER = "x-page-read";
/** In this process only. */
const KEY = randomUUID();

/** The server calls for a page it renders. */
export const PAGE_READ_HEADERS = { [HEADER]: KEY };

/** The limiter has counted the visitor's request already. */
export function isPageRead(request: FastifyRequest): boolean {
  return request.headers[HEADER] === KEY;
}
