import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { App, ConfigProvider } from "antd";
import { expect, test, vi } from "vitest";
import { ConsoleToasts } from "#console/layout/console-toasts.tsx";
import { closeToast, currentToasts, toast } from "#web/ui/toasts.ts";

/** happy-dom has no transitions to wait for. */
const show = () =>
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App component={false}>
        <ConsoleToasts />
      </App>
    </ConfigProvider>,
  );

test("a message of the console is Ant Design's: errors interrupt a screen reader, small print stands below", async () => {
  show();
  toast({ type: "error", message: "Сервис недоступен\nномер запроса 15" });
  toast({ type: "success", message: "Сохранено" });
  const error = (await screen.findByText("Сервис недоступен")).closest("[role]");
  expect(error?.getAttribute("role")).toBe("alert");
  expect(error?.textContent).toContain("номер запроса 15");
  expect((await screen.findByText("Сохранено")).closest("[role]")?.getAttribute("role")).toBe(
    "status",
  );
});

test("a message with a way back runs it once and goes; one that is closed elsewhere goes as well", async () => {
  const run = vi.fn();
  show();
  toast({ key: "undo", type: "progress", message: "Удалено", action: { title: "Отменить", run } });
  fireEvent.click(await screen.findByRole("button", { name: "Отменить" }));
  expect(run).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText("Удалено")).toBeNull());
  const key = toast({ type: "info", message: "Файл готовится" });
  await screen.findByText("Файл готовится");
  closeToast(key);
  await waitFor(() => expect(screen.queryByText("Файл готовится")).toBeNull());
  expect(currentToasts()).toEqual([]);
});
