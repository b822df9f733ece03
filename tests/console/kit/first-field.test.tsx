import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Button, Checkbox, DatePicker, Input, Radio, Select } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { resetSession } from "#web/session/session.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const PHONE_PX = 360;
const DESK_PX = 1440;

const turn = (width: number) =>
  act(() =>
    (
      globalThis as unknown as { happyDOM: { setViewport(of: { width: number }): void } }
    ).happyDOM.setViewport({ width }),
  );

async function openWindow(children: ReactNode) {
  renderConsole(
    <ModalFrame title="Проект" onClose={() => undefined}>
      {children}
    </ModalFrame>,
  );
  const dialog = await screen.findByRole("dialog", { name: "Проект" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
}

const READ = "the record is read";

function Late({ children }: { readonly children: ReactNode }) {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    const show = () => setIsRead(true);
    addEventListener(READ, show);
    return () => removeEventListener(READ, show);
  }, []);
  return isRead ? children : <p>Загружаем…</p>;
}

const read = () => act(() => dispatchEvent(new Event(READ)));
const focused = () => document.activeElement?.getAttribute("aria-label");

beforeEach(() => {
  turn(DESK_PX);
  resetSession(aPerson(), "token");
});

test.each<[string, ReactNode]>([
  ["a text", <Input key="field" aria-label="Первое" />],
  ["a long text", <Input.TextArea key="field" aria-label="Первое" />],
  ["a choice", <Select key="field" aria-label="Первое" options={[]} />],
])("%s that stands first in a window has the focus", async (_, field) => {
  await openWindow(
    <>
      <Checkbox aria-label="Согласие" />
      <DatePicker aria-label="День" />
      <Input aria-label="Закрытое" disabled />
      {field}
      <Input aria-label="Второе" />
    </>,
  );
  await waitFor(() => expect(focused()).toBe("Первое"));
  expect(document.querySelector(".ant-picker-dropdown")).toBeNull();
});

test("of a choice by circles what is chosen has the focus", async () => {
  await openWindow(
    <Radio.Group value="csv">
      <Radio value="xlsx">Excel</Radio>
      <Radio value="csv">CSV</Radio>
    </Radio.Group>,
  );
  const chosen = screen.getByRole("radio", { name: "CSV" });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
});

test("fields that are drawn late have the focus too", async () => {
  await openWindow(
    <Late>
      <Input aria-label="Первое" />
    </Late>,
  );
  read();
  await waitFor(() => expect(focused()).toBe("Первое"));
});

test("whoever has begun to act keeps his place", async () => {
  await openWindow(
    <>
      <Button aria-label="Назад" data-first-button="" />
      <Late>
        <Input aria-label="Первое" />
      </Late>
    </>,
  );
  await waitFor(() => expect(focused()).toBe("Назад"));
  fireEvent.keyDown(screen.getByRole("button", { name: "Назад" }), { key: "Shift" });
  read();
  await screen.findByLabelText("Первое");
  expect(focused()).toBe("Назад");
});

test("what a window has given the focus itself keeps it", async () => {
  await openWindow(
    <Late>
      <Input aria-label="Первое" />
      <Input aria-label="Второе" autoFocus />
    </Late>,
  );
  read();
  await waitFor(() => expect(focused()).toBe("Второе"));
});

test("a window without fields begins at its button", async () => {
  await openWindow(<Button aria-label="Остаться" data-first-button="" />);
  await waitFor(() => expect(focused()).toBe("Остаться"));
});

test("on a phone no field has the focus, for its keyboard would cover the window", async () => {
  turn(PHONE_PX);
  await openWindow(<Input aria-label="Первое" />);
  expect(focused()).not.toBe("Первое");
});
