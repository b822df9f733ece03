import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const HEADER = "x-page-read";
/** Known inside this process only. */
const KEY = randomUUID();

/** Marks a call the server makes for a page it draws. */
export const PAGE_READ_HEADERS = { [HEADER]: KEY };

/**
 * Whether the server itself asks, for a page: the visitor's request of the page has been counted
 * already.
 */
export function isPageRead(request: FastifyRequest): boolean {
  return request.headers[HEADER] === KEY;
}
