import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";
import { resetSession } from "#web/session/session.ts";
import AuditLogList from "#console/audit-log/audit-log-list.tsx";
import { auditLogModule } from "#console/audit-log/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const LOG = "/open-api/v1/account/log";
const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");

const RECORD: AuditRecord = {
  id: 41,
  at: "2026-03-05T11:05:00Z",
  event: "job.updated",
  title: "Изменено задание",
  actor: { type: "user", id: 7, name: "Гусев Павел", role: "ADMIN" },
  object: { type: "job", id: "15", title: "Разгрузка фуры" },
  before: { state: "PUBLISHED", budget: 1000, title: "Разгрузка", visibility: "ALL" },
  after: { state: "MODERATION", budget: 1500.5, title: "Разгрузка", visibility: "FAVOURITES" },
  reason: null,
  ip: "10.0.0.1",
  requestId: "req-9",
};

function show(more: Record<string, object> = {}) {
  resetSession(aPerson("OWNER"), "token");
  const server = consoleServer({
    [`GET ${LOG}`]: {
      body: { items: [RECORD], meta: { page: 1, perPage: 30, lastPage: 1, total: 1 } },
    },
    [`GET ${LOG}/actors`]: {
      body: {
        items: [
          {
            id: 7,
            name: "Гусев Павел",
            role: { id: "ADMIN", title: "Администратор" },
            isRemoved: false,
          },
        ],
      },
    },
    ...more,
  });
  return {
    ...server,
    ...renderConsole(<AuditLogList />, {
      address: "/profile/account/log",
      modules: [auditLogModule],
    }),
  };
}

test("a line says who changed what in words, and its drawer each field before and after", async () => {
  show();
  const row = (await screen.findByText("Изменено задание")).closest("tr") as HTMLElement;
  within(row).getByText("Гусев Павел");
  expect(within(row).getByRole("link", { name: "Разгрузка фуры" }).getAttribute("href")).toBe(
    "/jobs/15",
  );
  expect(plain(row.textContent)).toContain(
    "Состояние: Опубликовано → На модерации; Бюджет: 1 000,00 ₽ → 1 500,50 ₽ и ещё 1",
  );
  fireEvent.click(within(row).getByText("Изменено задание"));
  const drawer = await screen.findByRole("dialog");
  expect(plain(drawer.textContent)).toContain("Кто увидитВсе исполнителиИзбранные исполнители");
  expect(drawer.textContent).not.toContain("Название");
  within(drawer).getByText("req-9");
  within(drawer).getByText("Гусев Павел, администратор");
});

test("a person of the company is chosen by name, the address names him", async () => {
  const { seen, address } = show();
  await screen.findByText("Изменено задание");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Кто" }));
  fireEvent.click(
    await screen.findByText("Гусев Павел, администратор", {
      selector: ".ant-select-item-option-content",
    }),
  );
  await waitFor(() =>
    expect(seen.some(({ path, query }) => path === LOG && query.get("userID") === "7")).toBe(true),
  );
  expect(decodeURIComponent(address())).toContain("userID");
});

test("the chain is verified on the page: whole, or broken at a line", async () => {
  const { set } = show({
    [`GET ${LOG}/verification`]: {
      body: {
        isWhole: true,
        brokenID: null,
        recordsCount: 1234,
        checkedAt: "2026-03-05T11:06:00Z",
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Проверить целостность" }));
  await screen.findByText(/^Журнал цел: 1.?234 записи, ни одна не изменена и не удалена$/);
  set(`GET ${LOG}/verification`, {
    body: { isWhole: false, brokenID: 40, recordsCount: 1234, checkedAt: "2026-03-05T11:07:00Z" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Проверить ещё раз" }));
  await screen.findByText("Цепочка нарушена на записи № 40");
});
