import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PushOffer } from "#console/notices/parts.ts";
import { NoticeBell } from "#console/notices/index.tsx";
import NoticeSettingsPage from "#console/notices/notice-settings-page.tsx";
import { resetSession, signOut } from "#web/session/session.ts";
import { aPerson, consoleServer, type SeenRequest } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const SUBSCRIBE = "POST /open-api/v1/push-subscriptions";
const REMOVE = "POST /open-api/v1/push-subscriptions/remove";
const SERVER = {
  "GET /open-api/v1/push-subscriptions/key": { body: { publicKey: "KEY" } },
  [SUBSCRIBE]: { body: { ok: true } },
  [REMOVE]: { body: { ok: true } },
};
const ENDPOINT = "https://push.example/1";
const OFFER = "Присылать уведомления в этот браузер";

/** What the browser says, and what it was asked. */
function aBrowserOf(
  permission: NotificationPermission,
  answer: NotificationPermission = "granted",
) {
  const asked = { permission: 0, subscribed: 0 };
  let subscription: object | null = null;
  const make = () => ({
    endpoint: ENDPOINT,
    toJSON: () => ({ keys: { p256dh: "P", auth: "A" } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  });
  const FakeNotification = {
    permission,
    requestPermission: async () => {
      asked.permission += 1;
      FakeNotification.permission = answer;
      return answer;
    },
  };
  const registration = {
    unregister: async () => true,
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        asked.subscribed += 1;
        return (subscription = make());
      },
    },
  };
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("PushManager", class {});
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return {
    asked,
    isSubscribed: () => subscription !== null,
    subscribeAs(id: number) {
      subscription = make();
      localStorage.setItem("pushPerson", String(id));
    },
  };
}

const me = aPerson(null, { isWorkman: true });
beforeEach(() => {
  resetSession(me, "token");
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const sent = (seen: readonly SeenRequest[], call: string) =>
  seen.filter(({ method, path }) => `${method} ${path}` === call);

test("the browser is asked by the press alone, the server hears of it, the line goes", async () => {
  const browser = aBrowserOf("default");
  const { seen } = consoleServer(SERVER);
  renderConsole(<PushOffer />);
  const button = await screen.findByRole("button", { name: OFFER });
  expect(browser.asked).toEqual({ permission: 0, subscribed: 0 });
  fireEvent.click(button);
  await screen.findByText("Этот браузер будет показывать уведомления");
  expect(sent(seen, SUBSCRIBE)).toMatchObject([
    { body: { endpoint: ENDPOINT, keys: { p256dh: "P", auth: "A" } } },
  ]);
  expect(screen.queryByRole("button", { name: OFFER })).toBeNull();
});

const settings = (address: string | null) => ({
  channels: [{ channel: "PUSH", title: "Уведомления в браузере", address }],
  items: [{ channel: "PUSH", topic: "signing", mode: "AT_ONCE", title: "Документы на подпись" }],
});
const withSettings = (address: string | null) => ({
  ...SERVER,
  "GET /open-api/v1/notification-settings": { body: settings(address) },
});

test("«Не сейчас» is heard for thirty days, and the settings offer it all the same", async () => {
  aBrowserOf("default");
  consoleServer(withSettings(null));
  const both = (
    <>
      <PushOffer />
      <NoticeSettingsPage />
    </>
  );
  const { unmount } = renderConsole(both);
  fireEvent.click(await screen.findByRole("button", { name: "Не сейчас" }));
  const until = Number(localStorage.getItem("pushLaterUntil"));
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(30);
  unmount();
  const again = renderConsole(both);
  await screen.findByRole("button", { name: OFFER });
  expect(screen.queryByRole("button", { name: "Не сейчас" })).toBeNull();
  again.unmount();
  localStorage.setItem("pushLaterUntil", String(Date.now() - 1));
  renderConsole(both);
  await screen.findByRole("button", { name: "Не сейчас" });
});

test("the settings turn the browser on and off, and have no digest of it", async () => {
  const browser = aBrowserOf("default");
  const { seen } = consoleServer(withSettings(null));
  renderConsole(<NoticeSettingsPage />);
  fireEvent.click(await screen.findByRole("button", { name: OFFER }));
  fireEvent.click(await screen.findByRole("button", { name: "Больше не показывать" }));
  await screen.findByRole("button", { name: OFFER });
  expect(sent(seen, REMOVE)).toMatchObject([{ body: { endpoint: ENDPOINT } }]);
  expect(browser.isSubscribed()).toBe(false);
  fireEvent.mouseDown(
    screen.getByRole("combobox", { name: "Документы на подпись: Уведомления в браузере" }),
  );
  await screen.findByTitle("Не присылать");
  expect(screen.queryByTitle("Раз в день")).toBeNull();
});

test("who has forbidden notices is told where to allow them, and is asked nowhere", async () => {
  aBrowserOf("denied");
  consoleServer(withSettings(null));
  renderConsole(
    <>
      <PushOffer />
      <NoticeSettingsPage />
    </>,
  );
  await screen.findByText(/запрещены в настройках браузера/);
  expect(screen.queryByRole("button", { name: OFFER })).toBeNull();
});

test("a browser that cannot has no part of it in the settings, unless another one shows them", async () => {
  consoleServer(withSettings("1 браузер"));
  const { unmount } = renderConsole(<NoticeSettingsPage />);
  await screen.findByText("1 браузер");
  unmount();
  consoleServer(withSettings(null));
  renderConsole(<NoticeSettingsPage />);
  await screen.findByText(/В колокольчик приходит всё/);
  expect(screen.queryByText("Документы на подпись")).toBeNull();
});

const WITH_BELL = {
  ...SERVER,
  "GET /client-api/notification/list": {
    body: { items: [], meta: { total: 0, page: 1, perPage: 10 } },
  },
  "POST /open-api/v1/auth/logout": { body: { accessToken: "", refreshToken: "" } },
};

test("after the next sign-in the server hears of the browser anew, once", async () => {
  aBrowserOf("granted").subscribeAs(me.id);
  const { seen } = consoleServer(WITH_BELL);
  const { unmount } = renderConsole(<NoticeBell />);
  await waitFor(() => expect(sent(seen, SUBSCRIBE)).toHaveLength(1));
  unmount();
  await waitFor(() => expect(sessionStorage.getItem("pushTold")).toBe("true"));
  renderConsole(<NoticeBell />);
  await waitFor(() =>
    expect(sent(seen, "GET /client-api/notification/list").length).toBeGreaterThan(1),
  );
  expect(sent(seen, SUBSCRIBE)).toHaveLength(1);
});

test("another person at the browser gets nothing that was meant for the one before", async () => {
  const browser = aBrowserOf("granted");
  browser.subscribeAs(me.id + 1);
  const { seen } = consoleServer(WITH_BELL);
  renderConsole(<NoticeBell />);
  await waitFor(() => expect(browser.isSubscribed()).toBe(false));
  expect(sent(seen, SUBSCRIBE)).toEqual([]);
});

test("whoever signs out is forgotten by the browser", async () => {
  aBrowserOf("granted").subscribeAs(me.id);
  consoleServer(WITH_BELL);
  await signOut("/?signed-out");
  expect(localStorage.getItem("pushPerson")).toBeNull();
});
