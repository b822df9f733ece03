import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";
import { answerError } from "./error-answers.ts";

/**
 * `null`: the path does not exist.
 *
 * @param more - besides those of routes.
 */
export type OtherMethods = (
  request: FastifyRequest,
  reply: FastifyReply,
  more: readonly string[],
) => FastifyReply | null;

/** 405 with `Allow`, and 204 for OPTIONS. Call it before the first route. */
export function otherMethods(http: FastifyInstance): OtherMethods {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  http.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  return (request, reply, more) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const allow = new Set(more);
    for (const { pattern, methods } of routes.values())
      if (pattern.test(path)) for (const one of methods) allow.add(one);
    if (allow.size === 0) return null;
    const sorted = [...allow, "OPTIONS"].sort();
    if (request.method === "OPTIONS")
      return reply.code(204).header("allow", sorted.join(", ")).send();
    const problem = new AppError(
      "method_not_allowed",
      `Метод ${request.method} здесь не отвечает. Отвечают: ${sorted.join(", ")}`,
      { details: { allow: sorted } },
    );
    return answerError(problem, problem, request, reply);
  };
}

/** The router ignores a trailing slash. */
function patternOf(url: string): RegExp {
  const segments = url
    .replace(/\/$/, "")
    .split("/")
    .map((segment) =>
      segment.startsWith(":")
        ? "[^/]+"
        : segment.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace("*", ".+"),
    );
  return new RegExp(`^${segments.join("/")}/?$`, "u");
}
