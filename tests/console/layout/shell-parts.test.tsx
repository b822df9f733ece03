import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { APP_STORES } from "#contract/mobile-app/app-stores.ts";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { AndroidBanner } from "#web/layout/mobile-app/android-banner.tsx";
import { phoneSystem } from "#web/layout/mobile-app/phone-system.ts";
import { Footer } from "#web/layout/footer.tsx";
import { SupportWidget } from "#web/layout/support/support-widget.tsx";
import { MemoryRouter } from "react-router";
import { resetSession } from "#web/session/session.ts";
import { consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";

beforeEach(() => {
  resetSession();
  document.cookie = "MobileBlock-closed=; path=/; max-age=0";
  localStorage.setItem("cookieAccepted", "true");
});
afterEach(() => vi.unstubAllGlobals());

test("the application waits until the question about cookies has been answered", () => {
  asOn(ANDROID);
  localStorage.removeItem("cookieAccepted");
  expect(offer("/")).toBeNull();
});

const asOn = (userAgent: string) =>
  vi.stubGlobal(
    "navigator",
    Object.create(navigator, { userAgent: { value: userAgent } }) as Navigator,
  );

test("the footer names four shops of applications, the chat and social networks, each outside of our page", () => {
  consoleServer({});
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );
  for (const { title, url } of [
    ...APP_STORES,
    PLATFORM_COMPANY.messenger,
    ...PLATFORM_COMPANY.social,
  ]) {
    const link = screen.getByRole("link", { name: title });
    expect(link.getAttribute("href")).toBe(url);
    expect(link.getAttribute("rel")).toContain("noopener");
  }
  expect(APP_STORES).toHaveLength(4);
});

test.each([
  [ANDROID, "android"],
  [IPHONE, "ios"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36", null],
])("%s is a phone of the system %s", (userAgent, system) => {
  expect(phoneSystem(userAgent)).toBe(system);
});

const offer = (pathname: string) =>
  renderConsole(<AndroidBanner pathname={pathname} />).container.querySelector(".bottom-bar");

test("the application is offered on Android only, and not while somebody registers or answers an invite", () => {
  asOn(IPHONE);
  expect(offer("/")).toBeNull();
  asOn(ANDROID);
  expect(offer("/jobs")).not.toBeNull();
  for (const quiet of [
    "/workman-invite",
    "/workman-registry-invite",
    "/workman-registry-registration",
    "/registration",
    "/app/registration",
    "/registration-opf",
  ])
    expect(offer(quiet), quiet).toBeNull();
});

test("an offer that was closed is not made again while the cookie lives", () => {
  asOn(ANDROID);
  renderConsole(<AndroidBanner pathname="/" />);
  fireEvent.click(screen.getByRole("button", { name: "Закрыть предложение приложения" }));
  expect(document.cookie).toContain("MobileBlock-closed=");
  expect(document.querySelector(".bottom-bar")).toBeNull();
  expect(offer("/")).toBeNull();
});

test("support searches the knowledge base, and goes away by Escape or for good", async () => {
  const { address, unmount } = renderConsole(<SupportWidget pathname="/" />);
  const button = screen.getByRole("button", { name: "Поддержка" });
  fireEvent.click(button);
  const question = screen.getByRole("searchbox", { name: "Вопрос к базе знаний" });
  expect(document.activeElement).toBe(question);
  expect(
    within(screen.getByRole("complementary"))
      .getByRole("link", { name: "+7 (495) 000 00 00" })
      .getAttribute("href"),
  ).toBe("tel:+74950000000");
  fireEvent.keyDown(question, { key: "Escape" });
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "когда придут деньги" } });
  fireEvent.submit(screen.getByRole("search"));
  await waitFor(() => expect(decodeURIComponent(address())).toBe("/faq?q=когда придут деньги"));
  fireEvent.click(screen.getByRole("button", { name: "Убрать кнопку поддержки" }));
  unmount();
  renderConsole(<SupportWidget pathname="/" />);
  expect(screen.queryByRole("button", { name: "Поддержка" })).toBeNull();
});
