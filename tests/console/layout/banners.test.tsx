import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { noteKept } from "#console/calls/note-kept.ts";
import { Banners } from "#web/layout/banners.tsx";
import { resetSession } from "#web/session/session.ts";
import { consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const NOTICES = "GET /open-api/v1/technical-notifications";
const maintenance = {
  type: "SCHEDULED_MAINTENANCE",
  periodStart: "2026-03-05T21:00:00Z",
  periodEnd: "2026-03-06T00:30:00Z",
};

beforeEach(() => {
  resetSession();
  for (const name of ["EventMaintenances-closed", "FnsProblems-closed"])
    document.cookie = `${name}=; path=/; max-age=0`;
});

test("maintenance and outages of the tax service are told with their times in Moscow", async () => {
  consoleServer({
    [NOTICES]: {
      body: {
        items: [
          maintenance,
          { type: "FNS_PROBLEMS", periodStart: "2026-03-05T06:05:00Z", periodEnd: null },
        ],
      },
    },
  });
  renderConsole(<Banners />);
  await screen.findByText(/Плановые технические работы с 00:00 06\.03\.2026 до 03:30 06\.03\.2026/);
  screen.getByText(/Перебои в работе сервисов ФНС с 09:05 05\.03\.2026\./);
});

test("a banner that was closed stays closed, the next maintenance is told of again", async () => {
  const { set } = consoleServer({ [NOTICES]: { body: { items: [maintenance] } } });
  const first = renderConsole(<Banners />);
  fireEvent.click(
    await screen.findByRole("button", { name: "Закрыть: Плановые технические работы" }),
  );
  expect(screen.queryByText(/Плановые/)).toBeNull();
  first.unmount();

  set(NOTICES, {
    body: {
      items: [
        maintenance,
        { ...maintenance, periodStart: "2026-04-01T21:00:00Z", periodEnd: null },
      ],
    },
  });
  renderConsole(<Banners />);
  await screen.findByText(/с 00:00 02\.04\.2026/);
  expect(screen.queryByText(/06\.03\.2026/)).toBeNull();
});

test("of two maintenances the nearest is told first, and closing both brings none back", async () => {
  const next = { ...maintenance, periodStart: "2026-04-01T21:00:00Z", periodEnd: null };
  consoleServer({ [NOTICES]: { body: { items: [maintenance, next] } } });
  const first = renderConsole(<Banners />);
  const close = { name: "Закрыть: Плановые технические работы" };
  fireEvent.click(await screen.findByRole("button", close));
  screen.getByText(/с 00:00 02\.04\.2026/);
  fireEvent.click(screen.getByRole("button", close));
  first.unmount();
  renderConsole(<Banners />);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(screen.queryByText(/Плановые/)).toBeNull();
});

test("without a connection the page says when what it shows was read, and nothing of it afterwards", async () => {
  consoleServer({ [NOTICES]: { body: { items: [] } } });
  const at = new Date("2026-03-05T11:05:00Z").getTime();
  renderConsole(<Banners />);
  act(() => noteKept(String(at)));
  expect(screen.queryByText(/Показано на/)).toBeNull();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  screen.getByText("Нет связи. Показано на 14:05 05.03.2026");
  act(() => noteKept(undefined));
  screen.getByText(/Нет подключения к интернету/);
  vi.restoreAllMocks();
  act(() => void dispatchEvent(new Event("online")));
});
