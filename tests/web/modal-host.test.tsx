import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, describe, expect, test } from "vitest";
import SiteModalHost from "#site/layout/site-modal-host.tsx";
import { ModalHost } from "#console/layout/modal-host.tsx";
import { modalEntries, openModal, provideModals } from "#web/modals/modal-store.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useWindow } from "#web/modals/window-controls.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

function CityInside({ close }: ModalProps["city-select"] & ModalControls) {
  const { setLocked } = useWindow();
  return (
    <>
      <input aria-label="Город" />
      <button type="button" onClick={() => setLocked(true)}>
        Запереть
      </button>
      <button type="button" onClick={close}>
        Готово
      </button>
    </>
  );
}

const CITY = { title: "Выберите город", load: async () => ({ default: CityInside }) };

/** Files of one worker share the catalogue. */
const provided = modalEntries();
afterAll(() => provideModals(provided));

function Page() {
  const { open } = useModal();
  return (
    <button type="button" onClick={() => open("city-select", { onSelect: () => undefined })}>
      Город
    </button>
  );
}

/** Without Refine and Ant Design. */
function renderSite(page: ReactNode) {
  const router = createMemoryRouter([
    {
      path: "*",
      element: (
        <>
          {page}
          <SiteModalHost />
        </>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  return { navigate: (to: string) => act(() => router.navigate(to)) };
}

async function openCity() {
  provideModals({ "city-select": CITY });
  const opener = screen.getByRole("button", { name: "Город" });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByRole("dialog", { name: "Выберите город" });
  await screen.findByLabelText("Город");
  return opener;
}

const isClosed = () => expect(screen.queryByRole("dialog")).toBeNull();

describe.each([
  ["in the console, by Ant Design", () => renderConsole(<Page />)],
  ["on the site, by the browser's dialog", () => renderSite(<Page />)],
])("a modal %s", (_, show) => {
  test("opens by name, closes by its button and gives focus back", async () => {
    show();
    const opener = await openCity();
    await waitFor(() =>
      expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true),
    );
    fireEvent.click(screen.getByRole("button", { name: "Закрыть" }));
    await waitFor(isClosed);
    expect(document.activeElement).toBe(opener);
  });

  test("closes when the route becomes the authorization page", async () => {
    for (const to of ["/authorization", "/app/authorization"]) {
      const { navigate } = show();
      await openCity();
      await act(async () => navigate(to));
      await waitFor(isClosed);
      cleanup();
    }
  });

  test("locked has no close button, ignores Escape, and closes by its own decision", async () => {
    show();
    await openCity();
    fireEvent.click(screen.getByRole("button", { name: "Запереть" }));
    expect(screen.queryByRole("button", { name: "Закрыть" })).toBeNull();
    pressEscape();
    screen.getByRole("dialog");
    fireEvent.click(screen.getByRole("button", { name: "Готово" }));
    await waitFor(isClosed);
  });

  test("that cannot be loaded says so and can be closed", async () => {
    show();
    provideModals({
      "city-select": { title: "Выберите город", load: () => Promise.reject(new Error("gone")) },
    });
    fireEvent.click(screen.getByRole("button", { name: "Город" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Не удалось открыть окно");
    fireEvent.click(screen.getByRole("button", { name: "Закрыть" }));
    await waitFor(isClosed);
  });
});

/** Browsers turn Escape into `cancel` of the dialog; Ant Design listens to the key. */
function pressEscape(): void {
  const dialog = screen.getByRole("dialog");
  if (dialog.tagName === "DIALOG") fireEvent(dialog, new Event("cancel", { cancelable: true }));
  else fireEvent.keyDown(dialog, { key: "Escape", keyCode: 27 });
}

test("Escape closes a modal of either kind", async () => {
  for (const show of [() => renderConsole(<Page />), () => renderSite(<Page />)]) {
    show();
    await openCity();
    pressEscape();
    await waitFor(isClosed);
    cleanup();
  }
});

test("a click outside closes a modal of the site", async () => {
  renderSite(<Page />);
  await openCity();
  fireEvent.mouseDown(screen.getByRole("dialog"));
  await waitFor(isClosed);
});

test("a modal nobody has built cannot be opened", () => {
  // @ts-expect-error only modals of the catalogue have a name that can be opened
  expect(() => openModal("no-such-window", {})).toThrow("no-such-window");
});

test("of two console parts on a page one draws the window, and the other goes on when it is left", async () => {
  const shown = renderConsole(<TwoParts />);
  await openCity();
  expect(screen.getAllByRole("dialog", { name: "Выберите город" })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Убрать часть", hidden: true }));
  await waitFor(() =>
    expect(screen.getAllByRole("dialog", { name: "Выберите город" })).toHaveLength(1),
  );
  shown.unmount();
});

/** The layout of the tests has a host too. */
function TwoParts() {
  const [isWhole, setIsWhole] = useState(true);
  return (
    <>
      {isWhole ? <ModalHost /> : null}
      <Page />
      <button type="button" onClick={() => setIsWhole(false)}>
        Убрать часть
      </button>
    </>
  );
}
