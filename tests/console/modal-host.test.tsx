import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { provideModals } from "#console/modals/modal-store.ts";
import type { ModalControls, ModalProps } from "#console/modals/modal-props.ts";
import { useModal } from "#console/modals/use-modal.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

function CityInside({ close, setLocked }: ModalProps["city-select"] & ModalControls) {
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

provideModals({ "city-select": { title: "Выберите город", load: async () => ({ default: CityInside }) } });

function Page() {
  const { open, canOpen } = useModal();
  return (
    <>
      <button type="button" onClick={() => open("city-select", { onSelect: () => undefined })}>
        Город
      </button>
      <button type="button" onClick={() => open("money-withdrawal", {})}>
        Вывести
      </button>
      <p>{canOpen("money-withdrawal") ? "можно вывести" : "вывод не построен"}</p>
    </>
  );
}

async function openCity() {
  const opener = screen.getByRole("button", { name: "Город" });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByRole("dialog", { name: "Выберите город" });
  await screen.findByLabelText("Город");
  return opener;
}

const isClosed = () => expect(screen.queryByRole("dialog")).toBeNull();

test("a window opens by name, closes on Escape and gives focus back", async () => {
  renderConsole(<Page />);
  const opener = await openCity();
  expect(document.getElementById("root")?.hasAttribute("inert")).toBe(true);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(isClosed);
  expect(document.activeElement).toBe(opener);
  expect(document.getElementById("root")?.hasAttribute("inert")).toBe(false);
});

test("a press outside closes, a press inside does not", async () => {
  renderConsole(<Page />);
  await openCity();
  fireEvent.mouseDown(screen.getByLabelText("Город"));
  screen.getByRole("dialog");
  fireEvent.mouseDown(screen.getByRole("dialog").parentElement as Element);
  await waitFor(isClosed);
});

test("a locked window has no close button and ignores Escape and presses outside", async () => {
  renderConsole(<Page />);
  await openCity();
  fireEvent.click(screen.getByRole("button", { name: "Запереть" }));
  expect(screen.queryByRole("button", { name: "Закрыть" })).toBeNull();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  fireEvent.mouseDown(screen.getByRole("dialog").parentElement as Element);
  screen.getByRole("dialog");
  fireEvent.click(screen.getByRole("button", { name: "Готово" }));
  await waitFor(isClosed);
});

test.each(["/authorization", "/app/authorization"])("a window closes when the route becomes %s", async (to) => {
  const { navigate } = renderConsole(<Page />);
  await openCity();
  await act(async () => navigate(to));
  await waitFor(isClosed);
});

test("Tab goes round inside the window", async () => {
  renderConsole(<Page />);
  await openCity();
  const last = screen.getByRole("button", { name: "Готово" });
  last.focus();
  fireEvent.keyDown(last, { key: "Tab" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Закрыть" }));
  fireEvent.keyDown(document.activeElement as Element, { key: "Tab", shiftKey: true });
  expect(document.activeElement).toBe(last);
});

test("a window whose module is not built cannot be opened", () => {
  renderConsole(<Page />);
  screen.getByText("вывод не построен");
  fireEvent.click(screen.getByRole("button", { name: "Вывести" }));
  isClosed();
});
