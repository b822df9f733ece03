import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RoleId } from "#contract/access/roles.ts";
import EmployeeList from "#console/employees/employee-list.tsx";
import { employeesModule } from "#console/employees/index.tsx";
import { jobDocumentsModule } from "#console/job-documents/index.tsx";
import { payoutsModule } from "#console/payouts/index.tsx";
import { risksModule } from "#console/risks/index.tsx";
import { resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer, type SeenRequest } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const RISKS = "/profile/account/risks";
const LIST = "/profile/employees";
const WORKMAN = { id: 5, name: "Иванов Иван" };
const plain = (element: Element | null) => (element?.textContent ?? "").replaceAll("\u00A0", " ");
const EMPLOYEE = {
  id: 9,
  workman: WORKMAN,
  name: WORKMAN.name,
  phone: "79000000101",
  inn: null,
  state: { id: "ACTIVE", title: "Работает" },
  taxpayerType: { id: "SMZ", title: "Самозанятый" },
  smzState: { id: "OK", title: "Подтверждён" },
  hasPaymentDetails: true,
  payObstacle: null,
  expiringDocumentsCount: 0,
  yearIncome: 2_350_000,
  projects: [],
  comment: null,
  createdAt: "2026-01-10T09:00:00Z",
  lastJobAt: null,
  permissions: {},
};
const PAYOUT = {
  id: 31,
  job: { id: 3, title: "Погрузка" },
  registry: null,
  amount: 12_500,
  state: { id: "PAID", title: "Выплачено" },
  createdAt: "2026-11-20T09:00:00Z",
};
const EXPOSURE = { ndfl: 1300, contributions: 3000, fine: 1720, total: 6020 };
const RECEIPTS: Readonly<Record<string, number>> = {
  REGISTERED: 12,
  "NEW,SENT,ERROR": 2,
  REVERSED_BY_WORKMAN: 1,
};

const counted = (total: number) => ({
  body: { items: [], meta: { page: 1, perPage: 1, lastPage: total, total } },
});
const statesOf = ({ query }: SeenRequest) => query.getAll("states").join();

function show(role: RoleId, address = LIST) {
  resetSession(aPerson(role), "token");
  const { seen } = consoleServer({
    "GET /open-api/v1/employees": { body: aPage([EMPLOYEE]) },
    "GET /open-api/v1/employees/9": { body: EMPLOYEE },
    "GET /open-api/v1/payouts": {
      body: { ...aPage([PAYOUT]), totals: { paid: 96_000, onTheWay: 500, returned: 0 } },
    },
    "GET /open-api/v1/receipts": (request) => counted(RECEIPTS[statesOf(request)] ?? 0),
    "GET /open-api/v1/job-documents": counted(14),
    "GET /open-api/v1/risks/limits": {
      body: aPage([
        {
          id: 9,
          workman: WORKMAN,
          earned: 2_350_000,
          outside: 0,
          limit: 2_400_000,
          left: 50_000,
          percent: 97,
          smzState: null,
        },
      ]),
    },
    "GET /open-api/v1/risks/receipts": {
      body: aPage([{ id: 31, workman: WORKMAN, amount: 10_000, exposure: EXPOSURE }]),
    },
    "GET /open-api/v1/risks/labour": {
      body: aPage([
        {
          id: 5,
          workman: WORKMAN,
          signs: [{ id: "WORDS", title: "Слова договора", reason: "Есть слово «оклад»" }],
        },
      ]),
    },
    "GET /open-api/v1/risks/papers": {
      body: aPage([
        {
          id: 1,
          workman: WORKMAN,
          type: { id: "patent", title: "Патент" },
          expireDate: "2026-12-05",
          isExpired: false,
        },
      ]),
    },
  });
  renderConsole(<EmployeeList />, {
    address,
    modules: [employeesModule, payoutsModule, risksModule, jobDocumentsModule],
    pages: [LIST, "/workmans/:id"],
  });
  return seen;
}

test("a row opens what the company knows of its worker: income and limit, risks, receipts, papers, all that was paid", async () => {
  const seen = show("OWNER");
  const row = await screen.findByRole("row", { name: /Иванов Иван/ });
  fireEvent.click(within(row).getByText("Работает"));
  const card = within(await screen.findByRole("dialog", { name: "Иванов Иван" }));
  await card.findByText(/96/);
  await card.findByText("12");
  expect(plain(card.getByRole("region", { name: "Доход и лимит" }))).toMatch(
    /выплачено 96 000,00 ₽, в пути 500,00 ₽.*2 350 000,00 ₽ \(97 % лимита\).*50 000,00 ₽/,
  );
  expect(plain(card.getByRole("region", { name: "Риски" }))).toMatch(
    /Аннулирован чек на 10 000,00 ₽, могут доначислить 6 020,00 ₽.*Слова договора/,
  );
  const receipts = card.getByRole("region", { name: "Чеки" });
  expect(plain(receipts)).toMatch(/Сформированы12Ещё не сформированы2Аннулированы исполнителем1/);
  expect(plain(await card.findByRole("region", { name: "Документы" }))).toMatch(
    /Договоры и акты: 14.*Патент: 05\.12\.2026.*Скоро истечёт/,
  );
  const payouts = card.getByRole("region", { name: "Выплаты" });
  expect(plain(payouts)).toMatch(/Погрузка20\.11\.202612 500,00 ₽.*Выплачено/);
  expect(
    within(payouts)
      .getAllByRole("link")
      .map((link) => decodeURIComponent(link.getAttribute("href") ?? "")),
  ).toEqual([
    "/profile/account/payouts?open=31",
    expect.stringMatching(/^\/profile\/account\/payouts\?.*workmanID.*5/),
    expect.stringMatching(/^\/profile\/account\/transactions\?.*workmanID.*5/),
  ]);
  const risksOf = (name: string) =>
    within(card.getByRole("region", { name }))
      .getAllByRole("link")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => href.startsWith(RISKS));
  expect(["Доход и лимит", "Риски", "Документы"].flatMap(risksOf)).toEqual(
    ["limits", "receipts", "labour", "papers"].map((tab) =>
      expect.stringContaining(
        `?tab=${tab}&${tab}-filters[0][field]=workmanID&${tab}-filters[0][operator]=eq&${tab}-filters[0][value]=5`,
      ),
    ),
  );
  // Nothing was asked of other workers.
  const asked = seen.filter(
    ({ path }) => !/employees|settings/.test(path) && path.startsWith("/open-api"),
  );
  expect(asked.length).toBeGreaterThan(7);
  expect(asked.map(({ query }) => query.get("workmanID"))).toEqual(asked.map(() => "5"));
});

test("a part without its right is neither drawn nor asked for; a link opens a worker of another page", async () => {
  const seen = show("RECRUITER", `${LIST}?open=9&currentPage=1`);
  const card = within(await screen.findByRole("dialog"));
  await card.findByText("Страница исполнителя");
  expect(card.queryByRole("region", { name: "Доход и лимит" })).toBeNull();
  expect(card.queryByRole("region", { name: "Риски" })).toBeNull();
  expect(card.queryByRole("region", { name: "Выплаты" })).toBeNull();
  expect(seen.filter(({ path }) => /risks|payouts/.test(path))).toEqual([]);
});
