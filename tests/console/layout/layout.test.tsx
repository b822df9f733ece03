import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { canonicalPath } from "#app/address-rules.tsx";
import { CONSOLE_CRUMBS } from "#console/app/console-routes.tsx";
import { keepEntryParameters, storedUtm, entryInvitation } from "#web/auth/entry-parameters.ts";
import { SectionPlaces } from "#console/layout/section-places.tsx";
import { useSections } from "#console/layout/sections.ts";
import { BottomBar, SideMenu } from "#console/layout/side-menu.tsx";
import { provideCrumbLabels } from "#web/routes/breadcrumbs.ts";
import { ToastStack } from "#site/layout/toast-stack.tsx";
import { readEvents } from "#web/live/live-stream.ts";
import { resetSession } from "#web/session/session.ts";
import { currentToasts, toast } from "#web/ui/toasts.ts";
import { refusalOf } from "#console/kit/file-drop.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

provideCrumbLabels(CONSOLE_CRUMBS);
beforeEach(() => resetSession());
afterEach(() => vi.useRealTimers());

const menuOf = (me: ReturnType<typeof aPerson>) => {
  resetSession(me, "token");
  const { unmount } = renderConsole(<SideMenu />, { address: "/profile/account/invoices" });
  const links = screen.getAllByRole("link");
  unmount();
  return links.map((link) => [link.textContent, link.getAttribute("href")]);
};

test("a company's menu has nine sections, each leads to its first page", () => {
  expect(menuOf(aPerson("OWNER"))).toEqual([
    ["Сводка", "/app/profile/summary"],
    ["Задания", "/profile/jobs"],
    ["Выплаты", "/profile/payroll-registry"],
    ["Исполнители", "/profile/employees"],
    ["Документы", "/profile/account/documents"],
    ["Деньги", "/profile/account/invoices"],
    ["Риски", "/profile/account/risks"],
    ["Выгрузки", "/profile/account/uploads"],
    ["Компания", "/profile/account"],
  ]);
  expect(menuOf(aPerson("RECRUITER")).map(([label]) => label)).not.toContain("Деньги");
});

test("who is a worker too has his own pages after the company's, without his list of jobs twice", () => {
  const links = menuOf(aPerson("OWNER", { isWorkman: true }));
  expect(links).toHaveLength(9 + 10);
  expect(links.filter(([, to]) => to === "/profile/jobs")).toHaveLength(1);
});

test("what waits stands beside its section", async () => {
  resetSession(aPerson("OWNER"), "token");
  consoleServer({
    "GET /open-api/v1/account/summary": {
      body: {
        attention: [
          { kind: { id: "PAYROLL_APPROVAL", title: "" }, count: 2 },
          { kind: { id: "PAYOUT_FAILED", title: "" }, count: 1 },
        ],
      },
    },
  });
  renderConsole(<SideMenu />, { address: "/profile" });
  const link = await screen.findByTitle("Ждёт: 3");
  expect(link.closest("li")?.textContent).toContain("Выплаты");
});

test("pages of a section are tabs above its lists, the open one is chosen", () => {
  resetSession(aPerson("OWNER"), "token");
  const tabsAt = (address: string) => {
    const { unmount } = renderConsole(<SectionPlaces />, { address });
    const links = screen
      .queryAllByRole("link")
      .map((link) => (link.closest(".ant-menu-item-selected") ? "* " : "") + link.textContent);
    unmount();
    return links;
  };
  expect(tabsAt("/profile/account/transactions")).toEqual([
    "Счета",
    "Поступления",
    "* Операции",
    "Сверка",
    "Остаток",
  ]);
  expect(tabsAt("/profile/mass-arbitrate/import")).toEqual([
    "Реестры",
    "Выплаты",
    "* Массовое изменение",
  ]);
  expect(tabsAt("/profile/jobs/waiting")[0]).toBe("* Мои задания");
  for (const none of ["/profile/payroll-registry/15", "/jobs/create", "/profile/account/risks"])
    expect(tabsAt(none), none).toEqual([]);
});

test("a tab is a part of the name that trail, title and palette say", () => {
  resetSession(aPerson("OWNER"), "token");
  const { result } = renderHook(useSections);
  for (const { places } of result.current)
    for (const { name, tab = name } of places) expect(name).toContain(tab);
});

test("the side menu shows only what the role may open, and pressing the open section again resets its list", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  const { address } = renderConsole(<SideMenu />, {
    address: "/profile/payroll-registry?currentPage=4",
  });
  expect(screen.queryByRole("link", { name: "Доход" })).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Выплаты" }));
  await waitFor(() => expect(address()).toBe("/profile/payroll-registry"));
});

test("the bar at a phone's bottom leads to the four main sections of a company and of a worker", () => {
  const barOf = (me: ReturnType<typeof aPerson>) => {
    resetSession(me, "token");
    const { unmount } = renderConsole(<BottomBar />, { address: "/profile/jobs" });
    const names = screen.getAllByRole("link").map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect(barOf(aPerson("OWNER"))).toEqual(["Сводка", "Задания", "Выплаты", "Исполнители"]);
  expect(barOf(aPerson(null, { isWorkman: true }))).toEqual(
    expect.arrayContaining(["Задания", "Доход", "Документы", "Профиль"]),
  );
});

test.each([
  ["/Profile/EditProfile", "/profile/editprofile"],
  ["/profile/", "/profile"],
  ["/profile//", "/profile"],
  ["/", "/"],
  ["/jobs/%D0%A3borka", "/jobs/%D0%A3borka"],
  ["/App/Profile/", "/app/profile/summary"],
  ["/app", "/app/profile/summary"],
])("the address %s becomes %s", (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test("campaign parameters are kept in cookies, the first ones win", () => {
  keepEntryParameters("?utm_source=mail&utm_campaign=%D0%BC%D0%B0%D1%80%D1%82&other=1");
  keepEntryParameters("?utm_source=later");
  expect(storedUtm()).toEqual({ utm_source: "mail", utm_campaign: "март" });
});

test("an invitation in the address is kept for the registration", () => {
  keepEntryParameters("?wi=0123456789abcdef0123456789abcdef");
  expect(entryInvitation()).toEqual({
    jobInvite: "0123456789abcdef0123456789abcdef",
    registryRegistration: null,
  });
});

test("an error toast of the site stays 5 s, another 3 s, and the same text is not shown twice", () => {
  vi.useFakeTimers();
  render(<ToastStack />);
  act(() => {
    toast({ type: "error", message: "Реестр уже запущен" });
    toast({ type: "error", message: "Реестр уже запущен" });
    toast({ type: "success", message: "Сохранено" });
  });
  expect(screen.getAllByText("Реестр уже запущен")).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(3100));
  expect(screen.queryByText("Сохранено")).toBeNull();
  screen.getByText("Реестр уже запущен");
  act(() => void vi.advanceTimersByTime(2000));
  expect(currentToasts()).toEqual([]);
});

test("a toast of the site under the pointer waits", () => {
  vi.useFakeTimers();
  render(<ToastStack />);
  act(() => void toast({ type: "error", message: "Прочтите меня" }));
  fireEvent.mouseEnter(screen.getByText("Прочтите меня").closest(".toast") as Element);
  act(() => void vi.advanceTimersByTime(60_000));
  screen.getByText("Прочтите меня");
});

test("events are read whole, whatever way the bytes were cut", () => {
  const stream =
    'retry: 2000\n\n: here\nid: 7.1\n\nid: 8.1\ndata: {"resource":"resources/payroll-registries","ids":[5]}\n\ndata: {"resource":"notices"}\r\n\r\ndata: nonsense\n\ndata: {"res';
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const first = readEvents(stream.slice(0, cut));
    const second = readEvents(first.rest + stream.slice(cut));
    expect([...first.events, ...second.events]).toEqual([
      { resource: "payroll-registries", ids: [5] },
      { resource: "notices", ids: [] },
    ]);
    expect(second.lastId ?? first.lastId).toBe("8.1");
    expect(second.rest).toBe('data: {"res');
  }
});

test.each([
  [
    { name: "выплаты.pdf", size: 10 },
    "Этот формат не подходит. Сохраните файл как XLSX или CSV и загрузите снова",
  ],
  [{ name: "выплаты.xlsx", size: 0 }, "Файл пустой. Проверьте, что он сохранён, и загрузите снова"],
  [{ name: "выплаты.CSV", size: 2048 }, "Файл больше 1\u00A0КБ. Разделите его на части"],
  [{ name: "Выплаты.XLSX", size: 512 }, null],
])("the file %o is judged before it is sent", (file, message) => {
  expect(refusalOf(file, [".xlsx", ".csv"], 1024)).toBe(message);
});
