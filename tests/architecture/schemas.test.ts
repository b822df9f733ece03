import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { type Endpoint, isFileAnswer, isMultipart } from "#contract/kernel/define-endpoints.ts";

const compileAnswer = SerializerSelector()();

function compileAll({ params, query, body, answer, method, path }: Endpoint): void {
  for (const schema of [params, query, isMultipart(body) ? body.fields : body])
    if (schema) Compile(schema);
  if (!isFileAnswer(answer))
    compileAnswer({ method, url: path, httpStatus: "200", schema: answer });
}

// The server compiles a schema at its first request, so only a test finds a fault at once.
test("every schema of the contract compiles", () => {
  const faults = ALL_ENDPOINTS.flatMap((endpoint) => {
    try {
      compileAll(endpoint);
      return [];
    } catch (error) {
      return [`${endpoint.id}: ${String(error)}`];
    }
  });
  expect(faults).toEqual([]);
});
