import { CanAccess, useCan } from "@refinedev/core";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { blacklistModule } from "#console/blacklist/index.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

beforeEach(() => resetSession());
afterEach(() => vi.unstubAllGlobals());

test("the first drawing has the answer, without a request", () => {
  const { seen } = consoleServer({});
  resetSession(aPerson("OWNER"), "token");
  const drawn: unknown[] = [];
  function Reader() {
    drawn.push(useCan(right("jobs.manage")).data?.can);
    return null;
  }
  renderConsole(<Reader />);
  expect(drawn).toEqual([true]);
  expect(seen).toEqual([]);
});

test("a reader who comes later has the answer at once too", async () => {
  resetSession(aPerson("VIEWER"), "token");
  const drawn: unknown[] = [];
  function Reader() {
    drawn.push(useCan(right("jobs.view")).data?.can);
    return null;
  }
  function Screen() {
    const [isOpen, setIsOpen] = useState(false);
    return isOpen ? <Reader /> : <button onClick={() => setIsOpen(true)}>Открыть</button>;
  }
  renderConsole(<Screen />);
  await userEvent.click(screen.getByText("Открыть"));
  expect(drawn).toEqual([true]);
});

test("a resource's own access is the answer, whether asked by the hook or by the component", () => {
  resetSession(aPerson("OWNER"), "token");
  const drawn: unknown[] = [];
  function Reader() {
    drawn.push(useCan({ resource: "blacklist", action: "create" }).data?.can);
    return (
      <CanAccess resource="blacklist" action="create" fallback="нельзя">
        можно
      </CanAccess>
    );
  }
  renderConsole(<Reader />, { modules: [blacklistModule] });
  expect(drawn).toEqual([true]);
  screen.getByText("можно");
});

test("30 rows of three rights are drawn in one commit", async () => {
  resetSession(aPerson("OWNER"), "token");
  const commits: string[] = [];
  function Row({ id }: { readonly id: number }) {
    const answers = [
      useCan({ resource: "payroll-registries", action: "view", params: { id } }).data?.can,
      useCan({ resource: "payroll-registries", action: "edit", params: { id } }).data?.can,
      useCan({ resource: "payroll-registries", action: "execute", params: { id } }).data?.can,
    ];
    return <li>{answers.filter(Boolean).length}</li>;
  }
  renderConsole(
    <Profiler id="rows" onRender={(_, phase) => commits.push(phase)}>
      {Array.from({ length: 30 }, (_, id) => (
        <Row key={id} id={id} />
      ))}
    </Profiler>,
  );
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(commits).toEqual(["mount"]);
  expect(screen.getAllByText("3")).toHaveLength(30);
});

test("another person's rights are shown without a new page", async () => {
  resetSession(aPerson("OWNER"), "token");
  function Screen() {
    const { data: access } = useCan(right("payroll-registries.execute"));
    return (
      <>
        <CanAccess {...right("payroll-registries.edit")}>Загрузить</CanAccess>
        <button type="button" disabled={!access?.can} title={access?.reason}>
          Запустить
        </button>
      </>
    );
  }
  renderConsole(<Screen />);
  expect(screen.getByText("Загрузить")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(false);

  act(() => resetSession(aPerson("VIEWER"), "token"));
  await vi.waitFor(() => expect(screen.queryByText("Загрузить")).toBeNull());
  expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
  expect(screen.getByRole("button").title).toBe(
    "Недостаточно прав. Обратитесь к владельцу, администратору или финансовому менеджеру",
  );

  act(() => resetSession(aPerson("OWNER"), "token"));
  expect(await screen.findByText("Загрузить")).toBeTruthy();
  expect(screen.getByRole("button").title).toBe("");
});

test("a guest is refused and told to sign in", () => {
  const drawn: unknown[] = [];
  function Reader() {
    drawn.push(useCan(right("jobs.view")).data);
    return null;
  }
  renderConsole(<Reader />);
  expect(drawn).toEqual([{ can: false, reason: "Войдите, чтобы продолжить" }]);
});
