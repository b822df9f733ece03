import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { BlacklistEntry } from "#contract/blacklist/blacklist.ts";
import { resetSession } from "#web/session/session.ts";
import BlacklistList from "#console/blacklist/blacklist-list.tsx";
import { blacklistModule } from "#console/blacklist/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const PATH = "/open-api/v1/account/black-list";
const LIST = `GET ${PATH}`;

const ENTRY: BlacklistEntry = {
  id: 5,
  workman: null,
  name: "Иванов Иван",
  inn: "500100732259",
  phone: "79035551122",
  reason: { id: "NO_SHOW", title: "Невыход" },
  comment: null,
  validUntil: null,
  isActive: true,
  runningCount: 2,
  createdAt: "2026-11-20T09:00:00Z",
  author: { id: 7, name: "Анна Петрова" },
  permissions: { delete: true },
};

function show(handlers: Parameters<typeof consoleServer>[0]) {
  const server = consoleServer(handlers);
  return {
    ...server,
    ...renderConsole(<BlacklistList />, {
      address: "/profile/blacklist-registry",
      modules: [blacklistModule],
    }),
  };
}
beforeEach(() => resetSession(aPerson("OWNER"), "token"));

test("a role that may only look has no commands", async () => {
  resetSession(aPerson("VIEWER"), "token");
  show({ [LIST]: { body: aPage([{ ...ENTRY, permissions: { delete: false } }]) } });
  await screen.findByRole("row", { name: /Иванов Иван/ });
  for (const name of ["Добавить", "Загрузить файл", "Удалить всех"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});
