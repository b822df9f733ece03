import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import type { Webhook, WebhookDelivery } from "#contract/webhooks/webhook.ts";
import { resetSession } from "#web/session/session.ts";
import { webhooksModule } from "#console/webhooks/index.tsx";
import WebhookSection from "#console/webhooks/webhook-section.tsx";
import WebhookShow from "#console/webhooks/webhook-show.tsx";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const HOOKS = "/open-api/v1/account/webhooks";
const HOOK: Webhook = {
  id: 4,
  url: "https://erp.company.ru/hooks",
  state: { id: "ACTIVE", title: "Включён" },
  events: [{ id: "payout.paid", title: "Выплаты дошли" }],
  createdAt: "2026-01-05T10:00:00Z",
  lastState: { id: "FAILED", title: "Не доставлено" },
  lastAt: "2026-03-05T10:00:00Z",
  permissions: { manage: true },
};
const MESSAGE: WebhookDelivery = {
  id: 71,
  webhookID: 4,
  event: { id: "payout.paid", title: "Выплаты дошли" },
  state: { id: "FAILED", title: "Не доставлено" },
  attemptsCount: 9,
  status: 500,
  problem: "Сервер ответил 500",
  body: '{"id":71,"event":"payout.paid"}',
  createdAt: "2026-03-05T10:00:00Z",
  answeredAt: "2026-03-06T10:00:00Z",
  nextAt: null,
  permissions: { resend: true },
};
const list = (items: readonly object[]) => ({
  body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: items.length } },
});
const page = (
  <Routes>
    <Route path="/profile/account/webhooks/:id" element={<WebhookShow />} />
  </Routes>
);

test("a webhook is added with its events, its secret is shown once", async () => {
  resetSession(aPerson("OWNER"), "token");
  const { seen, set } = consoleServer({ [`GET ${HOOKS}`]: list([]) });
  renderConsole(<WebhookSection />, {
    address: "/profile/account?tab=webhooks",
    modules: [webhooksModule],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Добавить вебхук" }));
  const modal = await screen.findByRole("dialog", { name: "Новый вебхук" });
  fireEvent.change(within(modal).getByLabelText("Адрес"), {
    target: { value: "https://10.0.0.1/x" },
  });
  fireEvent.click(within(modal).getByLabelText("Счёт оплачен"));
  set(`POST ${HOOKS}`, {
    status: 422,
    body: {
      code: "invalid",
      message: "Проверьте данные",
      errors: { url: ["Адрес ведёт во внутреннюю сеть"] },
      requestId: "r",
    },
  });
  fireEvent.click(within(modal).getByRole("button", { name: "Добавить вебхук" }));
  await within(modal).findAllByText("Адрес ведёт во внутреннюю сеть");
  set(`POST ${HOOKS}`, { body: { webhook: HOOK, secret: "wh_once-and-never-again" } });
  set(`GET ${HOOKS}`, list([HOOK]));
  fireEvent.change(within(modal).getByLabelText("Адрес"), { target: { value: HOOK.url } });
  fireEvent.click(within(modal).getByRole("button", { name: "Добавить вебхук" }));
  await screen.findByText("wh_once-and-never-again");
  expect(seen.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({
    url: HOOK.url,
    events: ["payout.paid", "payout.failed", "registry.finished", "invoice.paid"],
  });
  fireEvent.click(screen.getByRole("button", { name: "Готово" }));
  await waitFor(() => expect(screen.queryByText("wh_once-and-never-again")).toBeNull());
  expect((await screen.findByRole("link", { name: HOOK.url })).getAttribute("href")).toBe(
    "/profile/account/webhooks/4",
  );
});

test("the history of a webhook is what the journal says of it", async () => {
  resetSession(aPerson("OWNER"), "token");
  const line = {
    id: 1,
    at: "2026-11-20T08:00:00Z",
    event: "webhook.created",
    title: "Добавлен вебхук",
    actor: { type: "user", id: 1, name: "Анна Ким", role: "OWNER" },
    object: null,
    before: null,
    after: null,
    reason: null,
    ip: null,
    requestId: null,
  };
  const { seen } = consoleServer({
    [`GET ${HOOKS}/4`]: { body: HOOK },
    [`GET ${HOOKS}/4/deliveries`]: list([]),
    "GET /open-api/v1/account/log": list([line]),
  });
  renderConsole(page, { address: "/profile/account/webhooks/4", modules: [webhooksModule] });
  await openCommands(/^Действия: Вебхук/);
  runCommand("История");
  const history = await screen.findByRole("table", { name: "История" });
  await waitFor(() => expect(history.textContent).toMatch(/Добавлен вебхук.*Анна Ким/));
  expect(seen.find(({ path }) => path === "/open-api/v1/account/log")?.query.toString()).toBe(
    "objectType=webhook&objectID=4&page=1&perPage=100",
  );
});

test("the page of a webhook tests it and sends a failed message again", async () => {
  resetSession(aPerson("ADMIN"), "token");
  const { seen } = consoleServer({
    [`GET ${HOOKS}/4`]: { body: HOOK },
    [`GET ${HOOKS}/4/deliveries`]: list([MESSAGE]),
    [`POST ${HOOKS}/4/test`]: { body: { ...MESSAGE, id: 72 } },
    "POST /open-api/v1/account/webhook-deliveries/71/resend": {
      body: { ...MESSAGE, state: { id: "WAITING", title: "Ждёт отправки" } },
    },
  });
  renderConsole(page, {
    address: "/profile/account/webhooks/4?open=71",
    modules: [webhooksModule],
  });
  await screen.findByRole("heading", { name: /Вебхук erp\.company\.ru/ });
  const drawer = await screen.findByRole("dialog", { name: MESSAGE.event.title });
  within(drawer).getByText(MESSAGE.body);
  fireEvent.click(within(drawer).getByRole("button", { name: "Отправить ещё раз" }));
  await screen.findByText("Сообщение отправляется ещё раз");
  fireEvent.click(screen.getByRole("button", { name: "Проверить", hidden: true }));
  await screen.findByText(/Пробное сообщение отправляется/);
  expect(seen.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/open-api/v1/account/webhook-deliveries/71/resend",
    `${HOOKS}/4/test`,
  ]);
});

test("a webhook is switched off by a question and on at once; a new secret is shown", async () => {
  resetSession(aPerson("OWNER"), "token");
  const off = { ...HOOK, state: { id: "OFF", title: "Выключен" } };
  const { seen, set } = consoleServer({
    [`GET ${HOOKS}/4`]: { body: HOOK },
    [`GET ${HOOKS}/4/deliveries`]: list([MESSAGE]),
    [`PUT ${HOOKS}/4`]: { body: off },
    [`POST ${HOOKS}/4/secret`]: { body: { secret: "wh_new" } },
  });
  renderConsole(page, { address: "/profile/account/webhooks/4", modules: [webhooksModule] });
  const command = async (name: string) => {
    fireEvent.click(await screen.findByRole("button", { name: "Действия: Вебхук erp.company.ru" }));
    fireEvent.click(await screen.findByRole("menuitem", { name }));
  };
  await command("Выключить");
  set(`GET ${HOOKS}/4`, { body: off });
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: "Выключить вебхук" })).getByRole("button", {
      name: "Выключить",
    }),
  );
  await screen.findByText("Выключен");
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
    url: HOOK.url,
    events: ["payout.paid"],
    isActive: false,
  });
  await command("Включить");
  await waitFor(() =>
    expect(seen.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({
      isActive: true,
    }),
  );
  await command("Заменить секрет");
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: "Заменить секрет" })).getByRole("button", {
      name: "Заменить секрет",
    }),
  );
  await screen.findByText("wh_new");
});

test("a finance manager reads the log and changes nothing", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  consoleServer({
    [`GET ${HOOKS}/4`]: { body: { ...HOOK, permissions: { manage: false } } },
    [`GET ${HOOKS}/4/deliveries`]: list([{ ...MESSAGE, permissions: { resend: false } }]),
  });
  renderConsole(page, { address: "/profile/account/webhooks/4", modules: [webhooksModule] });
  await screen.findByText("Сервер ответил 500");
  expect(screen.queryByRole("button", { name: "Проверить" })).toBeNull();
  expect(await openCommands(/^Действия: Вебхук/)).toEqual(["История"]);
});
