import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Form, Input } from "antd";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useDraft } from "#web/session/use-draft.ts";
import { endSession, resetSession } from "#web/session/session.ts";
import { closeModal, modalEntries, provideModals, showWindow } from "#web/modals/modal-store.ts";
import { ModalHost } from "#console/layout/modal-host.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

interface Values {
  title: string;
  worker: { inn: string };
}

const { method } = accountUserEndpoints.delete;
const CALL = `${method} ${addressOf(accountUserEndpoints.delete, { id: 1 })}`;
const DAY_MS = 86_400_000;
const LABELS = { title: "Название", "worker.inn": "ИНН исполнителя" };

function ShownForm({ draft }: { readonly draft?: string }) {
  const kept = useDraft<Values>(draft ?? "none");
  return (
    <RecordForm<typeof accountUserEndpoints.delete, Values>
      endpoint={accountUserEndpoints.delete}
      id={1}
      input={() => ({ params: { id: 1 } })}
      submitTitle="Сохранить"
      labels={LABELS}
      draft={draft === undefined ? undefined : kept}
      done="Сохранено"
    >
      <Form.Item name="title" label="Название">
        <Input />
      </Form.Item>
      <Form.Item name={["worker", "inn"]} label="ИНН">
        <Input />
      </Form.Item>
    </RecordForm>
  );
}

type Answer = { status: number; body?: unknown };

function showForm(answer: Answer | (() => Promise<Answer>), draft: string | undefined = "form") {
  const server = consoleServer({ [CALL]: answer });
  return { ...renderConsole(<ShownForm draft={draft} />), server };
}

const refused = (errors: Record<string, string[]>) => ({
  status: 422,
  body: { message: "Проверьте заполнение полей", errors },
});
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));

beforeEach(() => resetSession(aPerson(), "token"));

test("a refused form shows every message under its field and in a summary, keeps what was typed and focuses the first wrong field", async () => {
  showForm(refused({ "worker.inn": ["Неверная контрольная сумма"], title: ["Укажите название"] }));
  fireEvent.change(screen.getByLabelText("ИНН"), { target: { value: "770000000000" } });
  submit();
  const summary = await screen.findByRole("alert");
  expect(summary.textContent).toContain("Название: Укажите название");
  expect(summary.textContent).toContain("ИНН исполнителя: Неверная контрольная сумма");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Название")));
  const inn = screen.getByLabelText<HTMLInputElement>("ИНН");
  expect(inn.value).toBe("770000000000");
  await waitFor(() => expect(inn.getAttribute("aria-invalid")).toBe("true"));
  await waitFor(() => {
    const described = (inn.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "");
    expect(described.join()).toContain("Неверная контрольная сумма");
  });
});

test("a line of the summary leads to its field", async () => {
  showForm(refused({ "worker.inn": ["Неверный ИНН"] }));
  submit();
  fireEvent.click(await screen.findByRole("link", { name: "ИНН исполнителя: Неверный ИНН" }));
  expect(document.activeElement).toBe(screen.getByLabelText("ИНН"));
});

test("a message for a field the form does not have is still said", async () => {
  showForm(refused({ version: ["Реестр изменился, откройте его заново"] }));
  submit();
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Реестр изменился, откройте его заново",
  );
});

test("a refusal of the whole is said in the form, which stays", async () => {
  showForm({ status: 409, body: { message: "Реестр уже запущен", code: "conflict" } });
  submit();
  expect((await screen.findByRole("alert")).textContent).toBe("Реестр уже запущен");
  screen.getByRole("button", { name: "Сохранить" });
});

test("a failure of ours is told in the form, which stays", async () => {
  showForm({ status: 500, body: { message: "Не получилось. Повторите позже", code: "internal" } });
  submit();
  const told = await screen.findByRole("alert");
  expect(told.textContent).toContain("Не получилось");
  expect(told.closest("form")).not.toBeNull();
  screen.getByRole("button", { name: "Сохранить" });
});

test("ten quick presses send the form once", async () => {
  const send = vi.fn(() => new Promise<Answer>(() => undefined));
  showForm(send);
  for (let press = 0; press < 10; press += 1) submit();
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send).toHaveBeenCalledTimes(1);
});

test("what was typed comes back after a lost session, and only to the same person", async () => {
  const first = showForm({ status: 401 }, "registry-15");
  fireEvent.change(screen.getByLabelText("Название"), { target: { value: "Выплаты за март" } });
  first.unmount();
  // Another tab has the storage, nothing else.
  expect(sessionStorage).toHaveLength(0);
  const again = showForm({ status: 200 }, "registry-15");
  expect(screen.getByLabelText<HTMLInputElement>("Название").value).toBe("Выплаты за март");
  again.unmount();
  resetSession(aPerson("OWNER", { id: 8 }), "token");
  showForm({ status: 200 }, "registry-15");
  expect(screen.getByLabelText<HTMLInputElement>("Название").value).toBe("");
});

test("nobody reads a draft in the browser's storage, and nobody is surprised by an old one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const title = () => screen.getByLabelText<HTMLInputElement>("Название").value;
  const first = showForm({ status: 401 }, "registry-15");
  fireEvent.change(screen.getByLabelText("Название"), { target: { value: "Выплаты за март" } });
  first.unmount();
  expect(localStorage).toHaveLength(1);
  expect(JSON.stringify(localStorage)).not.toContain("Выплаты");
  vi.advanceTimersByTime(29 * DAY_MS);
  const later = showForm({ status: 200 }, "registry-15");
  expect(title()).toBe("Выплаты за март");
  later.unmount();
  vi.advanceTimersByTime(2 * DAY_MS);
  showForm({ status: 200 }, "registry-15");
  expect(title()).toBe("");
  expect(localStorage).toHaveLength(0);
});

test("a window that the session's end closes keeps what was typed for the same person's next opening, once", async () => {
  consoleServer({ [CALL]: { status: 401 } });
  const show = () => showWindow({ title: "Участник", content: <ShownForm /> });
  const host = renderConsole(<ModalHost />);
  act(show);
  fireEvent.change(await screen.findByLabelText("Название"), { target: { value: "Склад" } });
  fireEvent.change(screen.getByLabelText("ИНН"), { target: { value: "770000000000" } });
  act(() => endSession());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  host.unmount();

  const typed = async () => {
    const { unmount } = renderConsole(<ModalHost />);
    act(show);
    const fields = ["Название", "ИНН"] as const;
    await screen.findByLabelText("Название");
    const values = fields.map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    act(closeModal);
    unmount();
    return values;
  };
  resetSession(aPerson("OWNER", { id: 8 }), "token");
  expect(await typed()).toEqual(["", ""]);
  resetSession(aPerson(), "token");
  expect(await typed()).toEqual(["Склад", "770000000000"]);
  expect(await typed()).toEqual(["", ""]);
});

test("a shortage offers the invoice for what is missing to whoever may issue it, with the sum filled in", async () => {
  const short = {
    status: 409,
    body: {
      message: "Недостаточно средств на балансе: нужно 2 060,00 ₽",
      code: "insufficient_funds",
      needed: 2060,
      available: 2000,
      missing: 60,
    },
  };
  const offered = () => screen.queryByRole("button", { name: "Выставить счёт на 60,00\u00A0₽" });
  consoleServer({ [CALL]: short });
  const { unmount } = renderConsole(
    <>
      <ShownForm />
      <ModalHost />
    </>,
  );
  const provided = modalEntries();
  onTestFinished(() => provideModals(provided));
  provideModals({
    "balance-top-up": {
      title: "Пополнение баланса",
      load: () => import("#console/invoices/balance-top-up-modal.tsx"),
    },
  });
  submit();
  await screen.findByRole("alert");
  fireEvent.click(offered() as HTMLElement);
  expect((await screen.findByLabelText<HTMLInputElement>("Сумма, ₽")).value).toBe("60");
  act(closeModal);
  unmount();
  resetSession(aPerson("PROJECT_MANAGER"), "token");
  consoleServer({ [CALL]: short });
  renderConsole(<ShownForm />);
  submit();
  await screen.findByRole("alert");
  expect(offered()).toBeNull();
});
