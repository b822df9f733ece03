import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openModal, provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { employeesModule } from "#console/employees/index.tsx";
import { projectsModule } from "#console/projects/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const INVITE = "POST /open-api/v1/employees";
const PROJECTS = { "GET /open-api/v1/projects": { body: aPage([]) } };

// The first import of Ant Design outlasts a test's wait.
beforeAll(() => employeesModule.modals?.["employee-invite"]?.load(), 60_000);
beforeEach(() => {
  provideModals(employeesModule.modals ?? {});
  resetSession(aPerson("OWNER"), "token");
});

async function openInvite(handlers: Parameters<typeof consoleServer>[0]) {
  const server = consoleServer({ ...PROJECTS, ...handlers });
  renderConsole(<p>Страница</p>, { modules: [employeesModule, projectsModule] });
  openModal("employee-invite", {});
  const dialog = within(await screen.findByRole("dialog", { name: "Пригласить исполнителя" }));
  fireEvent.change(await dialog.findByLabelText("Телефон"), { target: { value: "9161234567" } });
  return { ...server, dialog };
}

const invite = (dialog: ReturnType<typeof within>) =>
  fireEvent.click(dialog.getByRole("button", { name: /Пригласить/ }));

test("an invitation that is under way cannot be closed, and closes its modal when it is sent", async () => {
  let answer = () => undefined as void;
  const { seen, dialog } = await openInvite({
    [INVITE]: () => new Promise((resolve) => (answer = () => resolve({ body: {} }))),
  });
  invite(dialog);
  await waitFor(() =>
    expect(
      screen
        .getAllByRole<HTMLButtonElement>("button", { name: /Отмена|Закрыть/ })
        .map(({ textContent, disabled }) => ({ textContent, disabled })),
    ).toEqual([{ textContent: "Отмена", disabled: true }]),
  );
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape", keyCode: 27 });
  screen.getByRole("dialog");
  answer();
  await screen.findByText("Приглашение отправлено");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(seen.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { phone: "79161234567" },
  ]);
});

test("a refusal of the server stays in the modal with what was typed", async () => {
  const { dialog } = await openInvite({
    [INVITE]: {
      status: 409,
      body: { message: "Исполнитель уже приглашён", code: "conflict", requestId: "r" },
    },
  });
  invite(dialog);
  expect((await dialog.findByRole("alert")).textContent).toBe("Исполнитель уже приглашён");
  expect(dialog.getByLabelText<HTMLInputElement>("Телефон").value).toBe("+7 (916) 123 45 67");
});
