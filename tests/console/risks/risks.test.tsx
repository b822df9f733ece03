import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { resetSession } from "#web/session/session.ts";
import { risksModule } from "#console/risks/index.tsx";
import { riskLink } from "#console/risks/risk-address.ts";
import RisksPage from "#console/risks/risks-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const PAGE = "/profile/account/risks";
const EXPOSURE = { ndfl: 1300, contributions: 3000, fine: 1720, total: 6020 };
const SUMMARY = {
  annulledReceipts: 1,
  exposure: EXPOSURE,
  nearLimit: 2,
  overLimit: 1,
  labour: 1,
  papers: 0,
};
const WORKMAN = { id: 5, name: "Иванов Иван" };
const plain = (element: Element | null) => (element?.textContent ?? "").replaceAll("\u00A0", " ");

function show(address = PAGE) {
  const { seen } = consoleServer({
    "GET /open-api/v1/risks/summary": { body: SUMMARY },
    "GET /open-api/v1/risks/receipts": {
      body: aPage([
        {
          id: 9,
          receiptID: "abc",
          workman: WORKMAN,
          amount: 10_000,
          reversedAt: "2026-11-20T09:00:00Z",
          job: { id: 3, title: "Погрузка" },
          registryID: null,
          registry: null,
          exposure: EXPOSURE,
          advice: "Выпустите чек заново",
        },
      ]),
    },
    "GET /open-api/v1/risks/limits": {
      body: aPage([
        {
          id: 1,
          workman: WORKMAN,
          earned: 2_350_000,
          limit: 2_400_000,
          left: 50_000,
          percent: 97,
          smzState: null,
        },
      ]),
    },
    "GET /open-api/v1/risks/labour": {
      body: aPage([
        {
          id: 5,
          workman: WORKMAN,
          paid: 120_000,
          payouts: 12,
          months: 12,
          signs: [{ id: "WORDS", title: "Слова трудового договора", reason: "Есть слово «оклад»" }],
          sentence: "В отношениях с исполнителем Иванов Иван есть признаки.",
        },
      ]),
    },
    "GET /open-api/v1/risks/papers": { body: aPage([]) },
  });
  renderConsole(<RisksPage />, {
    address,
    modules: [risksModule],
    pages: [
      PAGE,
      "/workmans/:id",
      "/jobs/:id",
      "/profile/account/receipts",
      "/profile/account/payouts",
    ],
  });
  return seen;
}

beforeEach(() => resetSession(aPerson("ACCOUNTANT"), "token"));

test("the figures stand above and lead to their lists; an annulled receipt says what it may cost and what to do", async () => {
  show();
  const figures = await screen.findByRole("group", { name: "Риски" });
  expect(plain(figures)).toMatch(/6 020,00 ₽.*Исчерпали годовой лимит1Близки к лимиту2/);
  expect(
    within(figures)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toContain(`${PAGE}?tab=labour`);
  const row = await screen.findByRole("row", { name: /Иванов Иван.*Выпустите чек заново/ });
  fireEvent.click(within(row).getByText(/Выпустите чек заново/));
  expect(plain(await screen.findByRole("dialog"))).toMatch(
    /НДФЛ.*1 300,00 ₽.*взносы.*3 000,00 ₽.*Штраф.*1 720,00 ₽/,
  );
});

test("the limit says the largest sum that may still be paid", async () => {
  show(`${PAGE}?tab=limits`);
  expect(plain(await screen.findByRole("row", { name: /Иванов Иван/ }))).toMatch(
    /50 000,00 ₽.*2 350 000,00 ₽.*97 %.*Близок к лимиту/,
  );
});

test("signs of employment have their reasons and a sentence for the lawyer", async () => {
  show(`${PAGE}?tab=labour`);
  const row = await screen.findByRole("row", { name: /Слова трудового договора/ });
  fireEvent.click(within(row).getByText("Есть слово «оклад»"));
  expect(plain(await screen.findByRole("dialog"))).toContain(
    "В отношениях с исполнителем Иванов Иван есть признаки.",
  );
});

test("no risk of a kind is said in words", async () => {
  show(`${PAGE}?tab=papers`);
  await screen.findByText("В ближайшие 30 дней у избранных исполнителей ничего не истекает");
});

test.each(["receipts", "limits", "labour", "papers"] as const)(
  "a worker's link to %s opens his rows alone, with his name beside them",
  async (tab) => {
    const seen = show(riskLink(tab, { workmanID: "5" }));
    await waitFor(() =>
      expect(
        seen
          .filter(({ path }) => path === `/open-api/v1/risks/${tab}`)
          .map(({ query }) => query.get("workmanID")),
      ).toEqual(["5"]),
    );
    await screen.findByText(/^Исполнитель: /);
  },
);
