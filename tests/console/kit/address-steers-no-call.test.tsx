import { useCreate, useDelete, useList, useOne, useUpdate } from "@refinedev/core";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import type { ContractResource } from "#console/noun-module.ts";
import { resetSession } from "#web/session/session.ts";
import { consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

/** What a link would steer a call with: another record, another provider, a known key. */
const STEERED = new URLSearchParams({
  "query[jobID]": "4711",
  "query[id]": "4711",
  "params[id]": "4711",
  idempotencyKey: "stolen-key",
  dataProviderName: "edoc",
  accountID: "4711",
});
const RESOURCES = CONSOLE_MODULES.flatMap((one) => one.resources ?? []);

beforeEach(() => resetSession());

function Screen({ resource: { name, base, endpoints } }: { readonly resource: ContractResource }) {
  const of = { resource: name, dataProviderName: base };
  useOne({ ...of, id: 5, queryOptions: { enabled: endpoints.getOne !== undefined } });
  useList({ ...of, queryOptions: { enabled: endpoints.getList !== undefined } });
  const { mutate: create } = useCreate();
  const { mutate: update } = useUpdate();
  const { mutate: remove } = useDelete();
  return (
    <button
      onClick={() => {
        if (endpoints.create) create({ ...of, values: {} });
        if (endpoints.update) update({ ...of, id: 5, values: {} });
        if (endpoints.deleteOne) remove({ ...of, id: 5 });
      }}
    >
      Изменить
    </button>
  );
}

test.each(RESOURCES.map((resource) => [resource.name, resource] as const))(
  "a link to a page of %s chooses no record, provider or key of its calls",
  async (_, resource) => {
    const { getList, getOne, create, update, deleteOne } = resource.endpoints;
    const expected = [getList, getOne, create, update, deleteOne].filter((one) => one).length;
    const { seen } = consoleServer({});
    renderConsole(<Screen resource={resource} />, {
      address: `/somewhere/5?${STEERED.toString()}`,
      modules: CONSOLE_MODULES,
    });
    fireEvent.click(await screen.findByRole("button", { name: "Изменить" }));
    await waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(expected));
    for (const call of seen)
      expect(JSON.stringify([call.path, [...call.query], call])).not.toMatch(/4711|stolen-key/);
  },
);
