import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Button, Form, Input } from "antd";
import { expect, test } from "vitest";
import { ModalHost } from "#console/layout/modal-host.tsx";
import { WindowFoot } from "#console/kit/window-foot.tsx";
import { showWindow } from "#web/modals/modal-store.ts";
import { useWindow } from "#web/modals/window-controls.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

function Fields() {
  const { close } = useWindow();
  return (
    <Form layout="vertical">
      <Form.Item name="title" label="Название">
        <Input />
      </Form.Item>
      <WindowFoot>
        <Button onClick={close}>Отмена</Button>
      </WindowFoot>
    </Form>
  );
}

test("a window of many fields stands at the edge, begins in its first field and closes as any other", async () => {
  renderConsole(<ModalHost />, { modules: [] });
  const open = () => showWindow({ title: "Правка", isDrawer: true, content: <Fields /> });
  open();
  const edit = await screen.findByRole("dialog", { name: "Правка" });
  expect(edit.closest(".ant-drawer")).not.toBeNull();
  expect(edit.querySelector("[data-window-foot]")).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Название")));
  fireEvent.click(screen.getByRole("button", { name: "Отмена" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  open();
  await screen.findByRole("dialog", { name: "Правка" });
  fireEvent.click(screen.getByRole("button", { name: "Закрыть" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
