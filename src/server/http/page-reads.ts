import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const HEADER = "x-page-read";
/** Known in this process only. */
const KEY = randomUUID();

/** Marks a call by the server for a page it renders. */
export const PAGE_READ_HEADERS = { [HEADER]: KEY };

/**
 * Whether the server itself calls for a page: the limiter has already counted the visitor's
 * request.
 */
export function isPageRead(request: FastifyRequest): boolean {
  return request.headers[HEADER] === KEY;
}
