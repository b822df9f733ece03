import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { PageMissing } from "#web/routes/page-module.ts";
import { resetSession } from "#web/session/session.ts";
import { jobListQuery, readJobFilters } from "#site/jobs/job-filters.ts";
import { jobLineOf } from "#site/jobs/job-lines.tsx";
import type { JobCatalogueData } from "#site/jobs/load-job-catalogue.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { pageReader } from "#tests/support/page-reader.ts";
import { aPage, aPublicJob, DIRECTORIES } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { openPublicPage, renderPublicPage } from "#tests/support/render-public-page.tsx";

beforeEach(() => {
  resetSession();
  document.cookie = "city=; path=/; max-age=0";
});

const asked = (search: string) => jobListQuery(readJobFilters(new URLSearchParams(search)));
const problems = (search: string) => readJobFilters(new URLSearchParams(search)).problems;
const jobsReader = (jobs = [aPublicJob()], place = {}) =>
  pageReader({
    ...DIRECTORIES,
    "/client-api/job/list": aPage(jobs, place),
    "/client-api/job/by-account/list": aPage(jobs, place),
    "/open-api/v1/account/3/company-name": { shortCompanyName: "ООО «Ромашка»" },
  });
const listCall = (seen: URL[]) =>
  seen.find(({ pathname }) => pathname === "/client-api/job/list")?.searchParams;

test.each([
  ["", {}],
  ["search=&city=&budgetFrom=", {}],
  ["search=+упаковка+&city=2", { search: "упаковка", cityID: 2 }],
  ["budgetFrom=5+000&budgetTo=7000,50", { budgetFrom: 5000, budgetTo: 7000.5 }],
  [
    "dateFrom=2026-12-01&dateTo=2026-12-01",
    {
      dateFrom: Date.parse("2026-12-01T00:00:00+03:00") / 1000,
      dateTo: Date.parse("2026-12-01T23:59:59+03:00") / 1000,
    },
  ],
  [
    "payType=NEGOTIABLE&sort=cheap",
    { payType: "NEGOTIABLE", sortBy: "budget", sortDirection: "asc" },
  ],
  ["sort=finish", { sortBy: "finishDate" }],
  ["city=x&payType=GIFT&sort=best&page=2", {}],
])("the address «%s» asks the list for what it says", (search, query) => {
  expect(
    Object.fromEntries(Object.entries(asked(search)).filter(([, value]) => value !== undefined)),
  ).toEqual(query);
});

test("a filter that cannot be read is named and filters nothing; a range turned round is named and finds nothing", () => {
  expect(problems("budgetFrom=много")).toEqual({
    budgetFrom: "Укажите сумму числом, например 1234,50",
  });
  expect(problems("budgetFrom=9000000")).toHaveProperty("budgetFrom");
  expect(problems("budgetFrom=500&budgetTo=100")).toEqual({
    budgetTo: "Сумма «до» меньше суммы «от»",
  });
  expect(problems("dateFrom=2026-12-05&dateTo=2026-12-01")).toEqual({
    dateTo: "Дата «по» раньше даты «с»",
  });
  expect(asked("budgetFrom=много").budgetFrom).toBeUndefined();
  expect(asked("budgetFrom=500&budgetTo=100")).toMatchObject({ budgetFrom: 500, budgetTo: 100 });
});

test("a visitor reads what each job is, for whom, where, until when and for how much", async () => {
  await renderPublicPage(
    "/jobs",
    jobsReader([
      aPublicJob(),
      aPublicJob({
        id: 16,
        title: "Перевести договор",
        payType: { id: "NEGOTIABLE", title: "Предложите цену" },
        city: null,
        offersCount: 0,
      }),
    ]).read,
  );
  const [first, second] = screen
    .getAllByRole("listitem")
    .filter((item) => item.className === "card");
  const card = within(first as HTMLElement);
  expect(card.getByRole("link", { name: "Разнести листовки" }).getAttribute("href")).toBe(
    "/jobs/15",
  );
  expect(card.getByRole("link", { name: "ООО «Ромашка»" }).getAttribute("href")).toBe(
    "/accounts/3",
  );
  expect(first?.textContent).toMatch(
    /5\u00A0000,00\u00A0₽.*Промоутер.*Казань.*до\u00A005\.12\.2026.*2\u00A0отклика/,
  );
  expect(second?.textContent).toMatch(/Предложите цену.*Удалённо.*откликов пока нет/);
  expect(screen.getByText("2 задания")).toBeTruthy();
});

test("filters in force are chips: each takes itself out, one takes out all and keeps the order", async () => {
  await renderPublicPage(
    "/jobs?search=листовки&city=1&budgetFrom=1000&sort=budget&page=1",
    jobsReader().read,
  );
  const chips = within(screen.getByRole("navigation", { name: "Выбранные фильтры" }));
  const out = new URL(
    chips.getByRole("link", { name: "Убрать фильтр: Город: Казань" }).getAttribute("href") ?? "",
    "http://localhost",
  );
  expect(Object.fromEntries(out.searchParams)).toEqual({
    search: "листовки",
    budgetFrom: "1000",
    sort: "budget",
  });
  expect(chips.getByRole("link", { name: "Сбросить" }).getAttribute("href")).toBe(
    "/jobs?sort=budget",
  );
  chips.getByText(/^От 1 000,00 ₽/);
});

test("the form is one a browser sends by itself, and with JavaScript the address stays short", async () => {
  const { address } = await renderPublicPage("/jobs?sort=budget", jobsReader().read);
  const form = screen.getByRole("search", { name: "Поиск заданий" });
  expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["get", "/jobs"]);
  fireEvent.change(screen.getByRole("searchbox", { name: "Что ищете" }), {
    target: { value: "листовки" },
  });
  fireEvent.change(screen.getByRole("combobox", { name: "Город" }), { target: { value: "2" } });
  fireEvent.submit(form);
  await waitFor(() => expect(new URLSearchParams(address().split("?")[1]).get("city")).toBe("2"));
  expect(Object.fromEntries(new URLSearchParams(address().split("?")[1]))).toEqual({
    sort: "budget",
    search: "листовки",
    city: "2",
  });
});

test("price and dates are folded until one of them is used; a wrong one says so under its field", async () => {
  const { container, unmount } = await renderPublicPage("/jobs", jobsReader().read);
  expect(container.querySelector("details")?.open).toBe(false);
  unmount();
  const again = await renderPublicPage("/jobs?budgetFrom=много", jobsReader().read);
  expect(again.container.querySelector("details")?.open).toBe(true);
  expect(screen.getByLabelText("Бюджет от, ₽").getAttribute("aria-invalid")).toBe("true");
});

test("the chosen city is remembered and offered next time, never forced", async () => {
  const { unmount } = await renderPublicPage("/jobs", jobsReader().read);
  expect(screen.queryByRole("link", { name: /Только город/ })).toBeNull();
  fireEvent.change(screen.getByRole("combobox", { name: "Город" }), { target: { value: "2" } });
  expect(document.cookie).toContain("city=2");
  unmount();
  const { address } = await renderPublicPage("/jobs?search=а", jobsReader().read);
  expect(decodeURIComponent(address())).toBe("/jobs?search=а");
  const offer = screen.getByRole("link", { name: "Только город Омск" });
  expect(
    Object.fromEntries(new URLSearchParams(offer.getAttribute("href")?.split("?")[1])),
  ).toEqual({ search: "а", city: "2" });
});

test("nothing by these filters is told from nothing at all", async () => {
  const { unmount } = await renderPublicPage("/jobs?search=qqq", jobsReader([]).read);
  screen.getByRole("heading", { name: "По этим фильтрам ничего не найдено" });
  expect(screen.getByRole("link", { name: "Сбросить фильтры" }).getAttribute("href")).toBe("/jobs");
  unmount();
  const bare = await renderPublicPage("/jobs", jobsReader([]).read);
  screen.getByRole("heading", { name: "Заданий пока нет" });
  bare.unmount();
  await renderPublicPage("/jobs/it", jobsReader([]).read);
  expect(screen.getByRole("link", { name: "Посмотреть все задания" }).getAttribute("href")).toBe(
    "/jobs",
  );
});

test("a group shows its jobs and leads to its services and back", async () => {
  const { read, seen } = jobsReader();
  const { head } = await renderPublicPage("/jobs/events", read);
  expect(listCall(seen)?.get("serviceGroup")).toBe("events");
  screen.getByRole("heading", { level: 1, name: "Мероприятия и реклама" });
  expect(
    within(screen.getByRole("navigation", { name: "Услуги" }))
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/jobs", "/jobs/events/promoter"]);
  expect(head).toMatchObject({
    title: "Задания: Мероприятия и реклама",
    crumb: "Мероприятия и реклама",
    isIndexed: true,
  });
});

test.each([
  "/jobs/nothing",
  "/jobs/events/nothing",
  "/jobs/it/promoter",
  "/jobs?page=7",
  "/jobs?page=0",
])("%s names nothing", async (address) => {
  await expect(openPublicPage(address, jobsReader().read)).rejects.toBeInstanceOf(PageMissing);
});

test("thirty jobs a page, the next one by a link that keeps the filters", async () => {
  const { read, seen } = jobsReader([aPublicJob()], { total: 71, page: 2 });
  await renderPublicPage("/jobs?city=1&page=2", read);
  expect(listCall(seen)?.get("page")).toBe("2");
  const pages = within(screen.getByRole("navigation", { name: "Страницы заданий" }));
  pages.getByText("Страница 2 из 3");
  expect(pages.getByRole("link", { name: "Вперёд" }).getAttribute("href")).toBe(
    "/jobs?city=1&page=3",
  );
  expect(pages.getByRole("link", { name: "Назад" }).getAttribute("href")).toBe("/jobs?city=1");
});

test("jobs of one customer are named so", async () => {
  const { read, seen } = jobsReader();
  const { head } = await renderPublicPage("/jobs?account=3", read);
  expect(
    seen
      .find(({ pathname }) => pathname === "/client-api/job/by-account/list")
      ?.searchParams.get("accountID"),
  ).toBe("3");
  screen.getByRole("link", { name: "Убрать фильтр: Заказчик: ООО «Ромашка»" });
  expect(head.title).toBe("Задания: ООО «Ромашка»");
});

test("search engines keep plain lists and leave filtered ones", async () => {
  const { head } = await openPublicPage("/jobs", jobsReader().read);
  expect(head).toMatchObject({ isIndexed: true, canonical: "/jobs" });
  expect(head.structured).toEqual([
    {
      "@type": "ItemList",
      itemListElement: [
        {
          "@type": "ListItem",
          position: 1,
          name: "Разнести листовки",
          url: "https://platform.example/jobs/15",
        },
      ],
    },
  ]);
  for (const filtered of ["/jobs?city=1", "/jobs?sort=budget", "/jobs?search=а"])
    expect((await openPublicPage(filtered, jobsReader().read)).head).toMatchObject({
      isIndexed: false,
      canonical: "/jobs",
    });
});

test("a category is chosen from groups with their services and counts", async () => {
  await renderPublicPage("/jobs/services", jobsReader().read);
  const group = screen
    .getByRole("heading", { name: "Мероприятия и реклама" })
    .closest("li") as HTMLElement;
  within(group).getByText("12 заданий");
  expect(within(group).getByRole("link", { name: "Промоутер" }).getAttribute("href")).toBe(
    "/jobs/events/promoter",
  );
  within(
    screen.getByRole("heading", { name: "ИТ и разработка" }).closest("li") as HTMLElement,
  ).getByText("Заданий пока нет");
});

test("a worker finds what is for him alone: the list the server drew for a guest is read again", async () => {
  const { Screen, data } = await openPublicPage("/jobs", jobsReader().read);
  const worker = aPerson(null, { isWorkman: true });
  resetSession(worker, "token");
  const own = [
    ...(data as JobCatalogueData).jobs,
    jobLineOf(aPublicJob({ id: 16, title: "Только своим" })),
  ];
  let readings = 0;
  const readAgain = () => {
    readings += 1;
    return { ...(data as JobCatalogueData), jobs: own, readFor: worker.id };
  };
  renderConsole(<Screen />, { address: "/jobs", data, readAgain });
  await screen.findByRole("link", { name: "Только своим" });
  expect(readings).toBe(1);
});

test("whoever is no worker keeps the list that was drawn", async () => {
  const { Screen, data } = await openPublicPage("/jobs", jobsReader().read);
  resetSession(aPerson("OWNER"), "token");
  let readings = 0;
  renderConsole(<Screen />, { address: "/jobs", data, readAgain: () => (readings += 1) });
  await screen.findByRole("link", { name: "Разнести листовки" });
  expect(readings).toBe(0);
});
