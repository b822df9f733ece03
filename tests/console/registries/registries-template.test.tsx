import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import { FilledTemplateDrawer } from "#console/registries/payroll/filled-template-drawer.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const TEMPLATE = "GET /open-api/v1/payroll-registries/filled-template";
const worker = (id: number, name: string, payObstacle: string | null = null) => ({
  id,
  name,
  inn: "770431015877",
  payObstacle,
});

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

async function showDrawer() {
  const onClose = vi.fn();
  const server = consoleServer({
    "GET /client-api/service/list": {
      body: {
        items: [
          {
            id: 1,
            code: "0301",
            title: "Пешая курьерская доставка",
            defaultReceiptText: "Доставка заказов",
          },
        ],
      },
    },
    "GET /client-api/jobTags": { body: { items: [] } },
    "GET /open-api/v1/employees": {
      body: {
        items: [worker(11, "Абрамов Егор"), worker(12, "Быков Никита", "В чёрном списке")],
        meta: { page: 1, perPage: 50, lastPage: 1, total: 2 },
      },
    },
    [TEMPLATE]: {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { receiptText: ["Слово «аванс» не подходит для чека"] },
      },
    },
  });
  renderConsole(<FilledTemplateDrawer onClose={onClose} />, {
    address: "/profile/payroll-registry",
    modules: [registriesModule],
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Шаблон с исполнителями" }));
  await drawer.findByText("Абрамов Егор");
  return { ...server, drawer, onClose };
}

test("a template is asked for with the chosen workers and service; who cannot be paid is not offered", async () => {
  const { seen, drawer, onClose } = await showDrawer();
  expect(drawer.getByRole<HTMLInputElement>("checkbox", { name: "Быков Никита" }).disabled).toBe(
    true,
  );
  expect(drawer.getByText("В чёрном списке")).toBeTruthy();
  fireEvent.click(drawer.getByRole("checkbox", { name: "Абрамов Егор" }));
  fireEvent.mouseDown(drawer.getByRole("combobox", { name: "Услуга" }));
  fireEvent.click(
    await screen.findByText("0301 Пешая курьерская доставка", {
      selector: ".ant-select-item-option-content",
    }),
  );
  fireEvent.change(drawer.getByRole("spinbutton", { name: "Сумма каждому, ₽" }), {
    target: { value: "1500,50" },
  });
  fireEvent.change(drawer.getByRole("textbox", { name: "Текст для чека" }), {
    target: { value: "Аванс за доставку" },
  });
  fireEvent.click(drawer.getByRole("button", { name: "Скачать шаблон" }));
  expect(await drawer.findByText("Слово «аванс» не подходит для чека")).toBeTruthy();
  const asked = seen.find(({ path }) => path.endsWith("/filled-template"))?.query;
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    serviceID: "1",
    amount: "1500.5",
    accountEmployeeIDs: "11",
    receiptText: "Аванс за доставку",
    format: "xlsx",
  });
  expect(onClose).not.toHaveBeenCalled();
});

test("a text too short for a receipt is named before anything is asked for", async () => {
  const { seen, drawer } = await showDrawer();
  fireEvent.change(drawer.getByRole("textbox", { name: "Текст для чека" }), {
    target: { value: "Раз" },
  });
  fireEvent.click(drawer.getByRole("button", { name: "Скачать шаблон" }));
  await waitFor(() =>
    expect(drawer.getByText("Текст для чека: от 5 до 256 символов")).toBeTruthy(),
  );
  expect(seen.some(({ path }) => path.endsWith("/filled-template"))).toBe(false);
});
