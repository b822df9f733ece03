import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { JobOfferMessage } from "#contract/job-offers/message.ts";
import { resetSession } from "#web/session/session.ts";
import { ChatButton } from "#console/job-offers/parts.ts";
import { aPerson, consoleServer, type SeenRequest } from "#tests/support/console-server.ts";
import { liveEvents } from "#tests/support/live-events.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

const LIST = "GET /client-api/job-offer-message/list";
const CREATE = "POST /client-api/job-offer-message/create";
const NOW = Date.now();
const HOUR_MS = 3_600_000;

const sample = sampleOf(JobOffer) as JobOffer;
const offer: JobOffer = {
  ...sample,
  id: 4,
  commission: null,
  unreadMessagesCount: 2,
  permissions: { ...sample.permissions, createChatMessage: true },
};

function aMessage(
  id: number,
  message: string,
  over: Partial<JobOfferMessage> = {},
): JobOfferMessage {
  return {
    id,
    jobOfferID: 4,
    message,
    author: { side: "account", name: "Анна Петрова" },
    isMine: false,
    file: null,
    createdAt: new Date(NOW).toISOString(),
    ...over,
  };
}
const mine = (id: number, message: string, over: Partial<JobOfferMessage> = {}) =>
  aMessage(id, message, { isMine: true, author: { side: "workman", name: "Иван П." }, ...over });

/** @param messages - oldest first. */
function pagesOf(
  messages: readonly JobOfferMessage[],
  marks: { readID?: number; otherReadID?: number } = {},
) {
  return ({ query }: SeenRequest) => {
    const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
    return {
      body: {
        items: [...messages].reverse().slice(offset, offset + limit),
        total: messages.length,
        readID: 0,
        otherReadID: 0,
        ...marks,
      },
    };
  };
}

function openChat(handlers: Parameters<typeof consoleServer>[0], shown: JobOffer = offer) {
  const server = consoleServer({
    "POST /open-api/v1/job-offers/4/typing": { body: { ok: true } },
    ...handlers,
  });
  const live = liveEvents(server);
  renderConsole(<ChatButton offer={shown} />);
  fireEvent.click(screen.getByRole("button", { name: "Чат, непрочитанных: 2" }));
  return { ...server, ...live };
}
const log = async () => within(await screen.findByRole("log", { name: "Переписка" }));
const write = (text: string) =>
  fireEvent.change(screen.getByLabelText("Сообщение"), { target: { value: text } });
const textOf = (body: unknown) => (body as FormData).get("message");

beforeEach(() => {
  sessionStorage.clear();
  resetSession(aPerson(null, { isWorkman: true }), "token");
});

test("a chat has its days, the lines of the system, what is new and what the other side has read", async () => {
  const yesterday = { createdAt: new Date(NOW - 24 * HOUR_MS).toISOString() };
  openChat({
    [LIST]: pagesOf(
      [
        mine(1, "Добрый день", yesterday),
        aMessage(2, "Исполнитель приступил к работе", { author: null, ...yesterday }),
        mine(3, "Буду в девять"),
        aMessage(4, "Ждём"),
      ],
      { readID: 3, otherReadID: 1 },
    ),
  });
  const chat = await log();
  await chat.findByText("Ждём");
  const words = document.querySelector("[role=log]")?.textContent ?? "";
  const order = [
    "Вчера",
    "Добрый день",
    "прочитано",
    "Исполнитель приступил к работе",
    "Сегодня",
    "Буду в девять",
    "отправлено",
    "Новые сообщения",
    "Ждём",
  ];
  expect(order.map((one) => words.indexOf(one))).toEqual(
    order.map((one) => words.indexOf(one)).sort((one, other) => one - other),
  );
  expect(order.filter((one) => !words.includes(one))).toEqual([]);
});

test("older messages are read by pages of twenty, upwards", async () => {
  const { seen } = openChat({
    [LIST]: pagesOf(
      Array.from({ length: 45 }, (_, index) => aMessage(index + 1, `Сообщение ${index + 1}.`)),
    ),
  });
  const chat = await log();
  await chat.findByText("Сообщение 26.");
  expect(chat.queryByText("Сообщение 25.")).toBeNull();
  fireEvent.click(chat.getByRole("button", { name: /Показать более ранние/ }));
  await chat.findByText("Сообщение 6.");
  await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
  fireEvent.click(chat.getByRole("button", { name: /Показать более ранние/ }));
  await chat.findByText("Сообщение 1.");
  await waitFor(() =>
    expect(chat.queryByRole("button", { name: /Показать более ранние/ })).toBeNull(),
  );
  expect(
    seen
      .filter(({ path }) => path.endsWith("job-offer-message/list"))
      .map(({ query }) => [query.get("offset"), query.get("limit")]),
  ).toEqual([
    ["0", "20"],
    ["20", "20"],
    ["40", "20"],
  ]);
});

describe("a message", () => {
  test("that was not sent stays with its reason and is sent again under the same key", async () => {
    const { seen, set } = openChat({
      [LIST]: pagesOf([]),
      [CREATE]: {
        status: 503,
        body: {
          message: "Сервис недоступен. Повторите позже",
          code: "unavailable",
          requestId: "1",
        },
      },
    });
    await (await log()).findByText(/Сообщений пока нет/);
    write("Ключ у охраны?");
    fireEvent.click(screen.getByRole("button", { name: "Отправить" }));
    const chat = await log();
    await chat.findByRole("alert");
    expect((screen.getByLabelText("Сообщение") as HTMLTextAreaElement).value).toBe("");
    set(CREATE, { body: mine(1, "Ключ у охраны?") });
    set(LIST, pagesOf([mine(1, "Ключ у охраны?")]));
    fireEvent.click(chat.getByRole("button", { name: "Повторить" }));
    await chat.findByText(/отправлено/);
    expect(chat.getAllByText("Ключ у охраны?")).toHaveLength(1);
    const sent = seen.filter(({ path }) => path.endsWith("job-offer-message/create"));
    expect(sent.map(({ body }) => textOf(body))).toEqual(["Ключ у охраны?", "Ключ у охраны?"]);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test("half written is there when the chat is opened again, and so is one that was not sent", async () => {
    openChat({
      [LIST]: pagesOf([]),
      [CREATE]: {
        status: 503,
        body: { message: "Сервис недоступен", code: "unavailable", requestId: "1" },
      },
    });
    await log();
    write("Отправить не вышло");
    fireEvent.click(screen.getByRole("button", { name: "Отправить" }));
    await (await log()).findByRole("alert");
    write("Недописан");
    fireEvent.click(screen.getByRole("button", { name: "Закрыть" }));
    await waitFor(() => expect(screen.queryByRole("log")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Чат, непрочитанных: 2" }));
    expect((screen.getByLabelText("Сообщение") as HTMLTextAreaElement).value).toBe("Недописан");
    (await log()).getByText("Отправить не вышло");
    (await log()).getByRole("button", { name: "Повторить" });
  });

  test("goes with a file; what is neither a picture nor a PDF is refused before it is sent", async () => {
    const { seen } = openChat({ [LIST]: pagesOf([]), [CREATE]: { body: mine(1, "") } });
    await log();
    const choose = (file: File) =>
      fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, {
        target: { files: [file] },
      });
    choose(new File(["x"], "смета.docx"));
    await screen.findByText(/Этот формат не подходит/);
    choose(new File(["x"], "полки.png", { type: "image/png" }));
    await screen.findByText("полки.png");
    fireEvent.click(screen.getByRole("button", { name: "Отправить" }));
    const sent = () =>
      seen
        .filter(({ path }) => path.endsWith("create"))
        .map(({ body }) => ((body as FormData).get("file") as File).name);
    await waitFor(() => expect(sent()).toEqual(["полки.png"]));
  });
});

test("the chat hears the other side: a new message, and that one is being written", async () => {
  const { set, emit, seen } = openChat({ [LIST]: pagesOf([aMessage(1, "Здравствуйте")]) });
  const chat = await log();
  await chat.findByText("Здравствуйте");
  await emit({ resource: "job-offer-typing", ids: [4] });
  await screen.findByText("печатает…");
  set(LIST, pagesOf([aMessage(1, "Здравствуйте"), aMessage(2, "Пропуск готов")]));
  await emit({ resource: "job-offers", ids: [4] });
  await chat.findByText("Пропуск готов");
  expect(screen.queryByText("печатает…")).toBeNull();
  const readings = seen.filter(({ path }) => path.endsWith("/list")).length;
  await emit({ resource: "job-offers", ids: [5] });
  await act(() => new Promise((done) => setTimeout(done, 250)));
  expect(seen.filter(({ path }) => path.endsWith("/list"))).toHaveLength(readings);
});

test("a closed chat can be read, and says why nobody writes", async () => {
  openChat(
    { [LIST]: pagesOf([aMessage(1, "До встречи")]) },
    { ...offer, permissions: { ...offer.permissions, createChatMessage: false } },
  );
  await (await log()).findByText("До встречи");
  screen.getByText(/Писать в этот чат нельзя/);
  expect(screen.queryByLabelText("Сообщение")).toBeNull();
});
