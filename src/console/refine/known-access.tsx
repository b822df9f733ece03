import type { CanParams } from "@refinedev/core";
import { useQueryClient, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { subscribeSession } from "#web/session/session.ts";
import { answerCan } from "./access-control-provider.ts";

/** Refine makes it in `useCan`. */
type AccessKey = readonly ["access", string | undefined, string, Pick<CanParams, "params">];

/**
 * Stands before the first reader of a right. The answer is in memory, but Refine would ask for it
 * and draw once without it: here each question finds its answer, and again when the person changes.
 */
export function KnownAccess() {
  const client = useQueryClient();
  // An effect would come after the first readers. The listener goes with the client.
  useState(() => answerNewQuestions(client));
  // Before the readers, which listen to the session from a later effect.
  useLayoutEffect(
    () => subscribeSession(() => client.getQueryCache().getAll().forEach(answer)),
    [client],
  );
  return null;
}

function answerNewQuestions(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "added") answer(query);
  });
}

function answer(query: Query): void {
  if (!isAccessKey(query.queryKey)) return;
  const [, resource, action, { params }] = query.queryKey;
  query.setData(answerCan({ resource, action, params }));
}

function isAccessKey(key: QueryKey): key is AccessKey {
  return key[0] === "access";
}
