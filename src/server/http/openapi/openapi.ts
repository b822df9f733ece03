import type { TSchema } from "typebox";
import { API_BASES, type ApiBase } from "#contract/kernel/api-bases.ts";
import { isFileAnswer, isMultipart, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import { InvalidProblem, PROBLEM_CODES, Problem } from "#contract/kernel/problem.ts";
import { guideOf } from "./api-guide.ts";
import { CALL_EXAMPLES, PROBLEM_EXAMPLES } from "./call-examples.ts";
import { TAG_TITLES } from "./tag-titles.ts";

type Json = Record<string, unknown>;

/** OpenAPI 3.1; TypeBox schemas are JSON Schema already. */
export function describeBase(base: ApiBase, endpoints: readonly Endpoint[]): Json {
  const own = endpoints.filter((one) => one.base === base);
  const paths: Record<string, Json> = {};
  for (const endpoint of own)
    (paths[pathOf(endpoint)] ??= {})[endpoint.method.toLowerCase()] = describeCall(endpoint);
  const tags = [...new Set(own.map(tagOf))]
    .sort()
    .map((name) => ({ name, description: TAG_TITLES[name] }));
  return {
    openapi: "3.1.0",
    info: {
      title: API_BASES[base].title,
      version: "1.0.0",
      description: guideOf(base),
      license: { name: "Пользовательское соглашение платформы", url: "/documents/terms-of-use" },
    },
    servers: [{ url: API_BASES[base].prefix }],
    tags,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "Ключ API компании (`sk_…`) или токен человека",
        },
      },
      schemas: {
        Problem: { ...Problem, additionalProperties: true, examples: [PROBLEM_EXAMPLES.problem] },
        InvalidProblem: {
          ...InvalidProblem,
          additionalProperties: true,
          examples: [PROBLEM_EXAMPLES.invalid],
        },
      },
    },
    paths,
  };
}

function describeCall(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    "x-access": endpoint.access,
    // Empty: public, not forgotten.
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...bodyOf(endpoint),
    responses: { "200": answerOf(endpoint), ...errorsOf(endpoint) },
  };
}

/** OpenAPI readers expect no trailing slash. */
function pathOf({ path }: Endpoint): string {
  return path.replace(/(.)\/$/, "$1");
}

function tagOf({ id }: Endpoint): string {
  return id.split(".")[0] as string;
}

const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Повтор с тем же ключом и теми же данными возвращает первый ответ",
  schema: { type: "string", minLength: 8, maxLength: 200 },
};

function parametersOf(schema: TSchema | undefined, place: "path" | "query"): Json[] {
  const object = (schema ?? {}) as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || (object.required?.includes(name) ?? false),
    schema: inner,
  }));
}

function bodyOf(endpoint: Endpoint): Json {
  const { body } = endpoint;
  const example = CALL_EXAMPLES[endpoint.id];
  if (!body) return {};
  if (!isMultipart(body))
    return {
      requestBody: {
        required: true,
        content: { "application/json": { schema: body, ...(example ? { example } : {}) } },
      },
    };
  const fields = (body.fields ?? {}) as { properties?: Json; required?: string[] };
  const files = Object.fromEntries(
    Object.keys(body.files).map((name) => [name, { type: "string", format: "binary" }]),
  );
  const required = [
    ...Object.keys(body.files).filter((name) => body.files[name]?.required),
    ...(fields.required ?? []),
  ];
  return {
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: { type: "object", properties: { ...files, ...fields.properties }, required },
        },
      },
    },
  };
}

function answerOf(endpoint: Endpoint): Json {
  if (!isFileAnswer(endpoint.answer))
    return { description: "Готово", content: { "application/json": { schema: endpoint.answer } } };
  return {
    description: "Файл",
    content: Object.fromEntries(
      endpoint.answer.contentTypes.map((type) => [
        type,
        { schema: { type: "string", format: "binary" } },
      ]),
    ),
  };
}

function errorsOf(endpoint: Endpoint): Json {
  const statuses = new Set(endpoint.access === "public" ? [422, 429] : [401, 403, 422, 429]);
  if (endpoint.params) statuses.add(404);
  if (endpoint.method !== "GET") statuses.add(409);
  const described = [...statuses].map((status) => {
    const message =
      Object.values(PROBLEM_CODES).find((code) => code.status === status)?.message ?? "Ошибка";
    const schema = {
      $ref: status === 422 ? "#/components/schemas/InvalidProblem" : "#/components/schemas/Problem",
    };
    return [String(status), { description: message, content: { "application/json": { schema } } }];
  });
  return {
    ...Object.fromEntries(described),
    default: {
      description: "Любой другой отказ",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  };
}
