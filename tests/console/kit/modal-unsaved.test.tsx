import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Form, Input } from "antd";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { SectionTabs } from "#console/kit/section-tabs.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";
import { resetSession } from "#web/session/session.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { aPerson } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

interface Values {
  readonly title?: string;
}

const FORM = {
  endpoint: accountUserEndpoints.delete,
  labels: {},
  input: () => ({ params: { id: 1 } }),
};

const field = (label: string) => (
  <Form.Item name="title" label={label}>
    <Input />
  </Form.Item>
);

function ProjectModal({
  hasDraft,
  onClose,
}: {
  readonly hasDraft: boolean;
  readonly onClose: () => void;
}) {
  const draft = useDraft<Values>("window");
  return (
    <ModalFrame title="Проект" onClose={onClose}>
      <RecordForm<typeof accountUserEndpoints.delete, Values>
        {...FORM}
        submitTitle="Создать"
        draft={hasDraft ? draft : undefined}
      >
        {field("Название")}
      </RecordForm>
    </ModalFrame>
  );
}

/** Fields outside our forms. */
function PlainModal({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  useUnsaved(text !== "");
  return (
    <ModalFrame title="Проект" onClose={onClose}>
      <Input aria-label="Название" value={text} onChange={({ target }) => setText(target.value)} />
    </ModalFrame>
  );
}

function Page({ kind }: { readonly kind: "form" | "draft" | "plain" }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <RecordForm<typeof accountUserEndpoints.delete, Values> {...FORM} submitTitle="Сохранить">
        {field("Поле страницы")}
      </RecordForm>
      <button type="button" onClick={() => setIsOpen(true)}>
        Открыть
      </button>
      {isOpen && kind === "plain" ? <PlainModal onClose={close} /> : null}
      {isOpen && kind !== "plain" ? (
        <ProjectModal hasDraft={kind === "draft"} onClose={close} />
      ) : null}
    </>
  );
}

async function openProject(kind: "form" | "draft" | "plain") {
  renderConsole(<Page kind={kind} />);
  fireEvent.click(screen.getByRole("button", { name: "Открыть" }));
  await screen.findByRole("dialog", { name: "Проект" });
}

const typeInto = (label: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: "Склад" } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const open = (name: string) => screen.queryByRole("dialog", { name });
const QUESTION = "Закрыть без сохранения?";
/** By text: under test Ant Design gives all titles one id. */
const asked = () => screen.queryByText(QUESTION);
const WAYS: readonly [string, () => void][] = [
  [
    "Esc",
    () =>
      fireEvent.keyDown(screen.getByLabelText("Название"), {
        key: "Escape",
        code: "Escape",
        keyCode: 27,
      }),
  ],
  ["the cross", () => press("Закрыть")],
  [
    "a press beside it",
    () => fireEvent.click(document.querySelector(".ant-modal-wrap") as HTMLElement),
  ],
];

beforeEach(() => {
  resetSession(aPerson(), "token");
});

test.each(WAYS)("a form window with typed text asks before %s closes it", async (_, leave) => {
  await openProject("form");
  typeInto("Название");
  leave();
  await screen.findByText(QUESTION);
  expect(document.activeElement?.textContent).not.toBe("Закрыть");
  press("Остаться");
  await waitFor(() => expect(asked()).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Название").value).toBe("Склад");
  leave();
  await screen.findByText(QUESTION);
  fireEvent.click(screen.getByText("Закрыть"));
  await waitFor(() => expect([open("Проект"), asked()]).toEqual([null, null]));
});

test.each(WAYS)(
  "%s closes a modal nothing was typed in, whatever stands in the page behind",
  async (_, leave) => {
    await openProject("form");
    leave();
    await waitFor(() => expect(open("Проект")).toBeNull());
    typeInto("Поле страницы");
    press("Открыть");
    await screen.findByRole("dialog", { name: "Проект" });
    leave();
    await waitFor(() => expect(open("Проект")).toBeNull());
    expect(asked()).toBeNull();
  },
);

test("«Отмена» closes at once", async () => {
  await openProject("form");
  typeInto("Название");
  press("Отмена");
  await waitFor(() => expect(open("Проект")).toBeNull());
  expect(asked()).toBeNull();
});

test("the second press of a double click does not close what the first has opened", async () => {
  await openProject("form");
  const backdrop = document.querySelector(".ant-modal-wrap") as HTMLElement;
  fireEvent.click(backdrop, { detail: 2 });
  expect(open("Проект")).not.toBeNull();
  fireEvent.click(backdrop, { detail: 1 });
  await waitFor(() => expect(open("Проект")).toBeNull());
});

test("a modal with a draft is closed by Esc at once and shows the draft the next time", async () => {
  await openProject("draft");
  typeInto("Название");
  WAYS[0]?.[1]();
  await waitFor(() => expect(open("Проект")).toBeNull());
  press("Открыть");
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>("Название").value).toBe("Склад"),
  );
});

test("fields outside of forms are asked about too", async () => {
  await openProject("plain");
  typeInto("Название");
  WAYS[0]?.[1]();
  await screen.findByText(QUESTION);
});

test("a turned phone keeps what was typed in a window and in a section of a record", async () => {
  const turn = (width: number) =>
    act(() =>
      (
        globalThis as unknown as { happyDOM: { setViewport(of: { width: number }): void } }
      ).happyDOM.setViewport({ width }),
    );
  const sections = ["Первый", "Второй", "Третий", "Четвёртый"].map((title) => ({
    key: title,
    title,
    content: <Input aria-label={`Поле: ${title}`} />,
  }));
  turn(1440);
  renderConsole(
    <>
      <SectionTabs sections={sections} />
      <Page kind="form" />
    </>,
  );
  const section = await screen.findByLabelText("Поле: Первый");
  fireEvent.change(section, { target: { value: "в разделе" } });
  fireEvent.click(screen.getByRole("button", { name: "Открыть" }));
  fireEvent.change(await screen.findByLabelText("Название"), { target: { value: "в окне" } });
  turn(360);
  expect(await screen.findByRole("combobox", { name: "Раздел" })).toBeTruthy();
  expect(screen.getByDisplayValue("в разделе")).toBeTruthy();
  expect(screen.getByDisplayValue("в окне")).toBeTruthy();
  turn(1440);
  expect(screen.getByDisplayValue("в окне")).toBeTruthy();
});
