import { useResourceParams, type CanParams, type IResourceItem } from "@refinedev/core";
import { useQueryClient, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { subscribeSession } from "#web/session/session.ts";
import { isPermission } from "#web/session/access.ts";
import { answerCan } from "./access-control-provider.ts";

/** Refine makes it in `useCan`. */
type AccessKey = readonly ["access", string | undefined, string, Pick<CanParams, "params">];

/**
 * Stands before the first reader of a right. The answer is in memory, but Refine would ask for it
 * and draw once without it: here each question finds its answer, and again when the person changes.
 */
export function KnownAccess() {
  const client = useQueryClient();
  const { resources } = useResourceParams();
  // An effect would come after the first readers. The listener goes with the client.
  useState(() => answerNewQuestions(client, resources));
  // Before the readers, which listen to the session from a later effect.
  useLayoutEffect(
    () =>
      subscribeSession(() =>
        client
          .getQueryCache()
          .getAll()
          .forEach((query) => answer(query, resources)),
      ),
    [client, resources],
  );
  return null;
}

type Resources = readonly IResourceItem[];

function answerNewQuestions(client: QueryClient, resources: Resources): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "added") answer(query, resources);
  });
}

/** `CanAccess` sends its resource along and `useCan` only the name: both get the same answer. */
function answer(query: Query, resources: Resources): void {
  if (!isAccessKey(query.queryKey)) return;
  const [, resource, action, { params }] = query.queryKey;
  const known = isPermission(`${resource}.${action}`)
    ? undefined
    : resources.find(({ name }) => name === resource);
  query.setData(
    answerCan({ resource, action, params: { ...params, resource: params?.resource ?? known } }),
  );
}

function isAccessKey(key: QueryKey): key is AccessKey {
  return key[0] === "access";
}
