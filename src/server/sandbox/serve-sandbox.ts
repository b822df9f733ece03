import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { InvalidProblem, Problem } from "#contract/kernel/problem.ts";
import { AppError } from "#server/http/app-error.ts";
import { makeInputCheck } from "#server/http/input-check.ts";
import type { SandboxAnswer, SandboxEndpoint, SandboxInput } from "./sandbox-endpoint.ts";
import { SANDBOX_ENDPOINTS } from "./sandbox-endpoints.ts";

const SANDBOX_PREFIX = "/sandbox/api";

type Calls = typeof SANDBOX_ENDPOINTS;
export type SandboxHandlers = {
  readonly [Name in keyof Calls]: (
    input: SandboxInput<Calls[Name]> & { readonly request: FastifyRequest },
  ) => Promise<SandboxAnswer<Calls[Name]>>;
};

const NOTHING = Type.Object({});

/** With its `openapi.json`. Pages of other sites cannot call it through the visitor's browser. */
export function serveSandbox(http: FastifyInstance, handlers: SandboxHandlers): void {
  void http.register(async (scope) => {
    scope.addHook("onRequest", async (request) => {
      if (request.headers["sec-fetch-site"] === "cross-site")
        throw new AppError(
          "forbidden",
          "Демонстрационные сервисы открываются только со своей страницы",
        );
    });
    for (const [name, endpoint] of Object.entries<SandboxEndpoint>(SANDBOX_ENDPOINTS)) {
      const checks = {
        params: makeInputCheck(endpoint.params ?? NOTHING, "path", true),
        query: makeInputCheck(endpoint.query ?? NOTHING, "query", true),
        body: makeInputCheck(endpoint.body ?? NOTHING, "body", false),
      };
      const handler = handlers[name as keyof Calls] as (input: unknown) => Promise<unknown>;
      scope.route({
        method: endpoint.method,
        url: SANDBOX_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
        config: { endpointId: `sandbox.${endpoint.id}` },
        schema: { response: { 200: endpoint.answer } },
        handler: async (request, reply) => {
          void reply.header("cache-control", "no-store");
          return handler({
            params: checks.params(request.params),
            query: checks.query(request.query),
            body: checks.body(request.body ?? {}),
            request,
          });
        },
      });
    }
    const document = describeSandbox();
    scope.get(`${SANDBOX_PREFIX}/openapi.json`, () => document);
  });
}

function describeSandbox(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of Object.values<SandboxEndpoint>(SANDBOX_ENDPOINTS)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: `sandbox.${endpoint.id}`,
      tags: [endpoint.id.split(".")[0]],
      summary: endpoint.summary,
      parameters: [
        ...parametersOf(endpoint.params, "path"),
        ...parametersOf(endpoint.query, "query"),
      ],
      ...(endpoint.body
        ? {
            requestBody: {
              required: true,
              content: { "application/json": { schema: endpoint.body } },
            },
          }
        : {}),
      responses: {
        "200": {
          description: "Готово",
          content: { "application/json": { schema: endpoint.answer } },
        },
        "404": problem("Problem"),
        "409": problem("Problem"),
        "422": problem("InvalidProblem"),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Демонстрационные внешние сервисы",
      version: "1.0.0",
      description: "Коды из СМС, модератор, банк и «Мой налог» для проверки платформы.",
    },
    servers: [{ url: SANDBOX_PREFIX }],
    components: { schemas: { Problem, InvalidProblem } },
    paths,
  };
}

function problem(name: "Problem" | "InvalidProblem") {
  return {
    description: "Отказ",
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}

function parametersOf(
  schema: SandboxEndpoint["params"],
  place: "path" | "query",
): Record<string, unknown>[] {
  const object = schema as
    { properties?: Record<string, unknown>; required?: string[] } | undefined;
  return Object.entries(object?.properties ?? {}).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || (object?.required?.includes(name) ?? false),
    schema: inner,
  }));
}
