import type { Access } from "#contract/access/access.ts";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { PaletteFinder } from "./noun-module.ts";
import { requestEndpoint } from "./calls/request-endpoint.ts";

const FOUND_AT_MOST = 5;

/** The first records of a list whose search finds the text. */
export function recordFinder<E extends Endpoint>(
  title: string,
  access: Access,
  list: E,
  choiceOf: (
    record: AnswerOf<E> extends { readonly items: readonly (infer Row)[] } ? Row : never,
  ) => { readonly label: string; readonly to: string },
): PaletteFinder {
  return {
    title,
    access,
    find: async (search, signal) => {
      const query = { search, page: 1, perPage: FOUND_AT_MOST };
      const { items } = (await requestEndpoint(list, { query } as never, { signal })) as {
        readonly items: readonly Parameters<typeof choiceOf>[0][];
      };
      return items.map(choiceOf);
    },
  };
}
