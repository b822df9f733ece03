import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { queryText } from "#web/calls/call-endpoint.ts";
import { toHttpError } from "#web/wire/http-error.ts";
import type { PageReader } from "#web/routes/page-module.ts";

type Answer = object | ((query: URLSearchParams) => object);

/** `"/client-api/job/list"` → body; else 404. */
export function pageReader(answers: Readonly<Record<string, Answer>>): {
  readonly read: PageReader;
  readonly seen: URL[];
} {
  const seen: URL[] = [];
  const read: PageReader = (endpoint, input = {}) => {
    const url = new URL(
      addressOf(endpoint, input.params as Record<string, string | number>) + queryText(input.query),
      "http://localhost",
    );
    seen.push(url);
    const answer = answers[url.pathname];
    if (answer === undefined)
      return Promise.reject(toHttpError(404, { message: "Не найдено", code: "not_found" }));
    // As JSON: pages cannot rely on what it drops.
    return Promise.resolve(
      JSON.parse(
        JSON.stringify(
          typeof answer === "function"
            ? (answer as (query: URLSearchParams) => object)(url.searchParams)
            : answer,
        ),
      ) as never,
    );
  };
  return { read, seen };
}
