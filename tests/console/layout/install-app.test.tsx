import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ConsolePersonMenu } from "#console/layout/console-person-menu.tsx";
import { watchInstallPrompt } from "#console/layout/install-prompt.ts";
import { currentToasts } from "#web/ui/toasts.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const WORKER = aPerson(null, { isWorkman: true });
const INSTALL = { name: "Установить приложение" };

beforeAll(watchInstallPrompt);
beforeEach(() => void consoleServer({}));

async function openMenu(me = WORKER) {
  renderConsole(<ConsolePersonMenu me={me} onShortcuts={() => undefined} />);
  await userEvent.click(screen.getByRole("button"));
  await screen.findByRole("menuitem", { name: "Выйти" });
}

test("a worker installs the app from his menu once the browser offers it, and only then", async () => {
  await openMenu();
  expect(screen.queryByRole("menuitem", INSTALL)).toBeNull();
  const prompt = vi.fn();
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  act(() => void dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await userEvent.click(await screen.findByRole("menuitem", INSTALL));
  expect(prompt).toHaveBeenCalledOnce();
});

test("on an iPhone, which offers nothing, the menu says how it is done", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone)");
  await openMenu();
  await userEvent.click(await screen.findByRole("menuitem", INSTALL));
  expect(currentToasts().map(({ message }) => message)).toContain(
    "Нажмите «Поделиться», затем «На экран „Домой“»",
  );
  vi.restoreAllMocks();
});
