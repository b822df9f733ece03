import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { resetSession } from "#web/session/session.ts";
import ApprovalRulesSection from "#console/accounts/approval-rules-section.tsx";
import { accountsModule } from "#console/accounts/index.tsx";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aDryRun, aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
const OWNER = { id: "OWNER", title: "Владелец" } as const;

const waiting = (changed: Partial<PayrollInfo> = {}, approve: true | string = true): PayrollInfo =>
  aPayrollInfo(
    {
      needsApproval: true,
      approval: {
        requestedBy: { id: 3, name: "Анна Белова" },
        requestedAt: "2026-03-10T09:00:00Z",
        tiers: [{ needed: 1, given: 0, roles: [OWNER] }],
      },
      permissions: {
        update: false,
        dryRun: false,
        canExecute: false,
        approve: approve === true,
        cancel: true,
        undo: false,
        downloadErrors: false,
        correct: false,
        repeat: false,
        forbidden: approve === true ? {} : { approve },
      },
      ...changed,
    },
    "APPROVAL",
  );

async function showRegistry(info: PayrollInfo) {
  const server = consoleServer({
    [`GET ${BASE}/info`]: { body: info },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.checked": { body: { value: "" } },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.results": { body: { value: "" } },
    [`GET ${BASE}/items`]: {
      body: { items: [aPayrollItem(1)], meta: { page: 1, perPage: 30, lastPage: 1, total: 1 } },
    },
    [`GET ${BASE}/errors`]: { body: { items: [] } },
    [`POST ${BASE}/dry-run`]: { body: aDryRun({ needsApproval: true, undoSeconds: 0 }) },
    [`POST ${BASE}/send-approve-code`]: {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (900) *** ** 01" },
    },
  });
  renderConsole(
    <Routes>
      <Route path="/profile/payroll-registry/:id" element={<PayrollShow />} />
    </Routes>,
    { address: "/profile/payroll-registry/5", modules: [registriesModule] },
  );
  await screen.findByRole("button", { name: "Действия: строка 1" });
  return server;
}

describe("a registry that waits for approval", () => {
  beforeEach(() => resetSession(aPerson("OWNER"), "token"));

  test("says who asks for how much and whose word is missing; the payment itself cannot be started", async () => {
    await showRegistry(waiting());
    const panel = screen.getByRole("region", { name: "Согласование" });
    expect(panel.textContent).toContain(
      "Анна Белова просит согласовать выплату 2\u00A0469,12\u00A0₽",
    );
    expect(panel.textContent).toContain("Согласовано 0 из 1: Владелец");
    expect(screen.queryByRole("button", { name: "Запустить выплату" })).toBeNull();
  });

  test("is approved by the code of this very version, once however often it is pressed", async () => {
    const { seen, set } = await showRegistry(waiting());
    set(`POST ${BASE}/approve`, {
      body: { id: 5, state: { id: "SCHEDULED", title: "Запланирован" }, version: 3 },
    });
    fireEvent.click(screen.getByRole("button", { name: "Утвердить" }));
    const dialog = await screen.findByRole("dialog", { name: "Утвердить выплату" });
    expect(dialog.textContent).toContain(
      "Будет выплачено 2\u00A0469,12\u00A0₽ 2\u00A0исполнителям",
    );
    fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
    fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
      target: { value: "123456" },
    });
    for (let press = 0; press < 5; press += 1)
      fireEvent.submit(
        within(dialog).getByLabelText("Код из СМС").closest("form") as HTMLFormElement,
      );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const approved = seen.filter(({ path }) => path.endsWith("/approve"));
    expect(approved.map(({ body }) => body)).toEqual([{ version: 3, otp: "123456" }]);
  });

  test("a balance that is too short is named before the code, and the refusal is shown in the modal", async () => {
    const { set } = await showRegistry(waiting({ balanceAfter: -60 }));
    set(`POST ${BASE}/approve`, {
      status: 409,
      body: {
        message: "Недостаточно средств. Пополните баланс на 60,00 ₽",
        code: "insufficient_funds",
        requestId: "T1",
      },
    });
    fireEvent.click(screen.getByRole("button", { name: "Утвердить" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("На балансе не хватает 60,00\u00A0₽");
    fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
    fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
      target: { value: "123456" },
    });
    expect((await within(dialog).findByRole("alert")).textContent).toContain(
      "Пополните баланс на 60,00 ₽",
    );
  });

  test("is rejected only with a reason, and a comment goes with it", async () => {
    const { seen, set } = await showRegistry(waiting());
    set(`POST ${BASE}/reject`, {
      body: { id: 5, state: { id: "READY", title: "Готов к запуску" }, version: 3 },
    });
    fireEvent.click(screen.getByRole("button", { name: "Отклонить" }));
    const dialog = await screen.findByRole("dialog", { name: /^Отклонить реестр выплат/ });
    fireEvent.click(within(dialog).getByRole("button", { name: "Отклонить" }));
    await within(dialog).findByText("Выберите причину");
    expect(seen.some(({ path }) => path.endsWith("/reject"))).toBe(false);
    fireEvent.click(within(dialog).getByRole("radio", { name: "Неверный состав" }));
    fireEvent.change(within(dialog).getByLabelText("Комментарий"), {
      target: { value: "Лишний человек " },
    });
    fireEvent.click(within(dialog).getByRole("button", { name: "Отклонить" }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/reject"))?.body).toEqual({
        reasonID: "WRONG_PEOPLE",
        comment: "Лишний человек",
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("keeps its buttons refused, with the reason, for whoever asked", async () => {
    await showRegistry(waiting({}, "Выплату запросили вы: её согласует другой пользователь"));
    const button = screen.getByRole("button", { name: "Утвердить" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(
      document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent,
    ).toBe("Выплату запросили вы: её согласует другой пользователь");
    fireEvent.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("shows no buttons to a role that never approves, and shows everybody why an earlier one was refused", async () => {
    resetSession(aPerson("ACCOUNTANT"), "token");
    await showRegistry(
      waiting({
        approvals: [
          {
            user: { id: 1, name: "Марина Орлова" },
            decision: "rejected",
            reason: { id: "OVER_BUDGET", title: "Превышен бюджет" },
            comment: "До апреля",
            at: "2026-03-09T09:00:00Z",
          },
        ],
      }),
    );
    const panel = screen.getByRole("region", { name: "Согласование" });
    expect(within(panel).queryByRole("button")).toBeNull();
    expect(panel.textContent).toMatch(
      /Не согласовано: Марина Орлова, .*Превышен бюджет\. До апреля/,
    );
  });
});

describe("rules of approval", () => {
  const RULES = "/open-api/v1/account/approval-rules";
  const showRules = (items: object[]) => {
    const server = consoleServer({ [`GET ${RULES}`]: { body: { items } } });
    renderConsole(
      <Suspense fallback="">
        <ApprovalRulesSection />
      </Suspense>,
      { address: "/profile", modules: [accountsModule] },
    );
    return server;
  };

  test("are set by the owner: sum, people and roles", async () => {
    resetSession(aPerson("OWNER"), "token");
    const { seen, set } = showRules([]);
    fireEvent.click(await screen.findByRole("button", { name: "Изменить правила" }));
    fireEvent.click(screen.getByRole("button", { name: "Сохранить правила" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Сумма реестра от, ₽").getAttribute("aria-invalid")).toBe(
        "true",
      ),
    );
    fireEvent.change(screen.getByLabelText("Сумма реестра от, ₽"), {
      target: { value: "100 000,50" },
    });
    fireEvent.click(screen.getByRole("checkbox", { name: "Финансовый менеджер" }));
    set(`PUT ${RULES}`, {
      body: { items: [{ amountFrom: 100_000.5, approversCount: 1, roleIDs: ["OWNER", "ADMIN"] }] },
    });
    set(`GET ${RULES}`, {
      body: { items: [{ amountFrom: 100_000.5, approversCount: 1, roleIDs: ["OWNER", "ADMIN"] }] },
    });
    fireEvent.click(screen.getByRole("button", { name: "Сохранить правила" }));
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
        items: [{ amountFrom: 100_000.5, approversCount: 1, roleIDs: ["OWNER", "ADMIN"] }],
      }),
    );
    expect((await screen.findByText(/^От 100/)).textContent).toBe(
      "От 100\u00A0000,50\u00A0₽: 1\u00A0согласующий (Владелец, Администратор)",
    );
  });

  test("are read by the finance manager, who changes nothing", async () => {
    resetSession(aPerson("FINANCE_MANAGER"), "token");
    showRules([]);
    await screen.findByText(/^Выплаты запускаются без согласования/);
    expect(screen.queryByRole("button", { name: "Изменить правила" })).toBeNull();
  });
});
