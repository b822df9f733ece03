import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { JsonReply } from "#server/http/replies.ts";

export const FRESH_SECONDS = 60;

/** 304 if unchanged. */
export function answerCached(reply: FastifyReply, answer: unknown): JsonReply {
  const json = JSON.stringify(answer);
  const tag = `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"`;
  void reply.header("etag", tag).header("cache-control", `private, max-age=${FRESH_SECONDS}`);
  const held = reply.request.headers["if-none-match"]
    ?.split(",")
    .map((one) => one.trim().replace(/^W\//, ""));
  if (!held?.includes(tag)) return new JsonReply(json);
  void reply.code(304);
  return new JsonReply("");
}
