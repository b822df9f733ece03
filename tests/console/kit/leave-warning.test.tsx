import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Form, Input } from "antd";
import { Link } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { CallForm } from "#console/kit/call-form.tsx";
import { LeaveWarning } from "#console/layout/leave-warning.tsx";
import { toHttpError } from "#web/wire/http-error.ts";
import { resetSession } from "#web/session/session.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const NAME = { title: "Название" };

function Page({
  onSubmit = () => Promise.resolve(),
  hasDraft = false,
}: {
  readonly onSubmit?: () => Promise<void>;
  readonly hasDraft?: boolean;
}) {
  const draft = useDraft<{ title: string }>("leave");
  return (
    <>
      <CallForm
        resource="jobs"
        submitTitle="Сохранить"
        labels={NAME}
        draft={hasDraft ? draft : undefined}
        send={(_values: { title: string }) => onSubmit()}
      >
        <Form.Item name="title" label="Название">
          <Input />
        </Form.Item>
      </CallForm>
      <Link to="/profile/other">Дальше</Link>
      <Link to="?tab=users">Вкладка</Link>
      <Link to="?open=5">Строка</Link>
      <LeaveWarning />
    </>
  );
}

const type = () =>
  fireEvent.change(screen.getByLabelText("Название"), { target: { value: "Новое" } });
const follow = (name: string) => fireEvent.click(screen.getByRole("link", { name }));
const question = () => screen.queryByRole("dialog", { name: "Уйти без сохранения?" });
/** Whether closing the tab asks. */
const asksOnUnload = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

beforeEach(() => {
  resetSession(aPerson(), "token");
});

test("a page whose form was not touched is left at once", async () => {
  const { address } = renderConsole(<Page />, { address: "/profile/form" });
  follow("Дальше");
  await waitFor(() => expect(address()).toBe("/profile/other"));
  expect([question(), asksOnUnload()]).toEqual([null, false]);
});

test("what is typed and not saved is asked about: by a link, by a tab that takes the form away, by closing the modal", async () => {
  const { address } = renderConsole(<Page />, { address: "/profile/form" });
  type();
  expect(asksOnUnload()).toBe(true);
  follow("Строка");
  await waitFor(() => expect(address()).toBe("/profile/form?open=5"));
  follow("Вкладка");
  await screen.findByRole("dialog", { name: "Уйти без сохранения?" });
  expect(document.activeElement?.textContent).not.toBe("Уйти");
  fireEvent.click(screen.getByRole("button", { name: "Остаться" }));
  await waitFor(() => expect(question()).toBeNull());
  expect(address()).toBe("/profile/form?open=5");
  follow("Дальше");
  fireEvent.click(await screen.findByRole("button", { name: "Уйти" }));
  await waitFor(() => expect(address()).toBe("/profile/other"));
});

test("a saved form is left at once, a refused one is not", async () => {
  let isRefused = true;
  const { address } = renderConsole(
    <Page
      onSubmit={() =>
        isRefused
          ? Promise.reject(
              toHttpError(422, { message: "Проверьте", errors: { title: ["Занято"] } }),
            )
          : Promise.resolve()
      }
    />,
    { address: "/profile/form" },
  );
  type();
  fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await screen.findByRole("alert");
  expect(asksOnUnload()).toBe(true);
  isRefused = false;
  fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await waitFor(() => expect(asksOnUnload()).toBe(false));
  follow("Дальше");
  await waitFor(() => expect(address()).toBe("/profile/other"));
});

test("a form with a draft loses nothing and is not asked about", async () => {
  const { address } = renderConsole(<Page hasDraft />, { address: "/profile/form" });
  type();
  follow("Дальше");
  await waitFor(() => expect(address()).toBe("/profile/other"));
  expect(question()).toBeNull();
});
