import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { AddressRules } from "#app/address-rules.tsx";
import { cardBindResultOf } from "#web/auth/entry-parameters.ts";
import { PersonMenu } from "#site/layout/person-menu.tsx";
import { currentSession, resetSession } from "#web/session/session.ts";
import { keepCardsBeforeBinding } from "#web/calls/card-binding.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const CARDS = "GET /open-api/v1/workman/payments/binded-cards";
const old = { cardId: "old", pan: "220000******0004", status: "ok" as const };
const fresh = { ...old, cardId: "fresh" };
const BACK = "/profile/workman/payment-methods?card-bind-result=success&tab=1";

beforeEach(() => resetSession(aPerson(null, { isWorkman: true }), "token"));

test("the result of binding a card leaves the address, so that a reload does not show it again", () => {
  expect(cardBindResultOf("?card-bind-result=success&tab=1")).toEqual({
    result: "success",
    rest: "?tab=1",
  });
  expect(cardBindResultOf("?card-bind-result=maybe")).toEqual({ result: "fail", rest: "" });
  expect(cardBindResultOf("?tab=1")).toBeNull();
});

test("a card is told to be bound only after the list of cards has a new one", async () => {
  keepCardsBeforeBinding([old]);
  let asked = 0;
  // The bank notifies us after the browser has returned.
  consoleServer({ [CARDS]: () => ({ body: { items: ++asked === 1 ? [old] : [old, fresh] } }) });
  const { address } = renderConsole(<AddressRules />, { address: BACK });
  await screen.findByRole("dialog", { name: "Карта привязана" });
  expect(asked).toBe(2);
  expect(address()).toBe("/profile/workman/payment-methods?tab=1");
});

test("an address alone binds nothing: without a new card the modal of failure opens, with the way to try again", async () => {
  keepCardsBeforeBinding([old]);
  const { seen } = consoleServer({
    [CARDS]: () =>
      seen.length > 1 ? { status: 403, body: { code: "forbidden" } } : { body: { items: [old] } },
    "GET /open-api/v1/workman/payments/card-bind-link": { body: { bindUrl: "" } },
  });
  renderConsole(<AddressRules />, { address: BACK });
  const failed = await screen.findByRole("dialog", { name: "Карта не привязана" });
  const retry = await within(failed).findByRole("button", { name: "Повторить" });
  fireEvent.click(retry);
  expect((await within(failed).findByRole("alert")).textContent).not.toBe("");
});

test("a refusal of the bank is told without asking for the cards", async () => {
  const { seen } = consoleServer({});
  renderConsole(<AddressRules />, { address: "/profile?card-bind-result=fail" });
  await screen.findByRole("dialog", { name: "Карта не привязана" });
  expect(seen.filter(({ path }) => path.includes("binded-cards"))).toEqual([]);
});

test("whoever comes back to a page of the site is shown the result among his cards", async () => {
  consoleServer({});
  const { address } = renderConsole(<AddressRules />, {
    address: "/jobs?card-bind-result=fail&page=2",
  });
  await screen.findByRole("dialog", { name: "Карта не привязана" });
  expect(address()).toBe("/profile/workman/payment-methods?page=2");
});

test("a guest back from the bank keeps the result in the address until somebody has signed in", async () => {
  resetSession();
  consoleServer({});
  const { address } = renderConsole(<AddressRules />, { address: BACK });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(address()).toBe(BACK);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a person finds a city by a few letters, and the server remembers it", async () => {
  const me = aPerson("OWNER");
  resetSession(me, "token");
  const kazan = {
    id: 5,
    title: "Казань",
    region: "Республика Татарстан",
    latitude: null,
    longitude: null,
  };
  const { seen } = consoleServer({
    "GET /client-api/city/list": ({ query }) => ({
      body: {
        items:
          query.get("search") === "каз"
            ? [kazan]
            : [{ ...kazan, id: 1, title: "Москва", region: "Москва" }],
      },
    }),
    "PUT /open-api/v1/me": { body: me },
    "GET /client-api/user/my-info": { body: { ...me, city: { id: 5, title: "Казань" } } },
  });
  renderConsole(<PersonMenu me={me} />);
  fireEvent.click(screen.getByRole("button", { name: /Анна Петрова/ }));
  fireEvent.click(screen.getByRole("button", { name: /Город: не выбран/ }));
  const choice = await screen.findByRole("dialog", { name: "Ваш город" });
  await within(choice).findByRole("button", { name: "Москва" });
  fireEvent.change(within(choice).getByRole("searchbox", { name: "Город или область" }), {
    target: { value: "каз" },
  });
  fireEvent.click(await within(choice).findByRole("button", { name: /Казань/ }));
  await waitFor(() => expect(currentSession().me?.city?.title).toBe("Казань"));
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ cityID: 5 });
  expect(screen.queryByRole("dialog")).toBeNull();
});
