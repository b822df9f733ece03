import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BELL = "GET /client-api/notification/list";
const READ = "POST /client-api/notification/read";

function Screen() {
  const [answers, setAnswers] = useState<string[]>([]);
  const { run, isRunning } = useCommand(noticeEndpoints.read, { done: "Прочитано" });
  const { data } = useRead(noticeEndpoints.bellList, { query: { perPage: 1 } });
  const press = () =>
    void run({ body: { notificationIDs: [5] } }).then((answer) =>
      setAnswers((before) => [...before, answer === null ? "отказ" : "ответ"]),
    );
  return (
    <>
      <p>Непрочитанных: {data?.meta.total ?? "…"}</p>
      <p>{answers.join(", ")}</p>
      <button aria-busy={isRunning} onClick={press}>
        Прочитать
      </button>
    </>
  );
}

const bell = (total: number) => ({
  body: { items: [], meta: { page: 1, perPage: 1, lastPage: 1, total } },
});
const press = () => fireEvent.click(screen.getByRole("button", { name: "Прочитать" }));

beforeEach(() => resetSession(aPerson(), "token"));

test("two presses are one call; its noun is read again and it says what is done", async () => {
  const server = consoleServer({ [BELL]: bell(1), [READ]: { body: { success: true } } });
  renderConsole(<Screen />);
  await screen.findByText("Непрочитанных: 1");
  server.set(BELL, bell(0));
  press();
  press();
  await screen.findByText("Непрочитанных: 0");
  await screen.findByText("ответ, ответ");
  await screen.findByText("Прочитано");
  expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a refusal is told once and ends with nothing; the next press is a new call", async () => {
  const server = consoleServer({
    [BELL]: bell(1),
    [READ]: { status: 409, body: { message: "Уведомление удалено", code: "conflict" } },
  });
  renderConsole(<Screen />);
  press();
  await screen.findByText("отказ");
  expect(await screen.findAllByText("Уведомление удалено")).toHaveLength(1);
  press();
  await waitFor(() =>
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(2),
  );
});
