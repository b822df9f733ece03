import { act, screen, within } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { beforeEach, expect, test, vi } from "vitest";
import { PageMissing } from "#web/routes/page-module.ts";
import { resetSession } from "#web/session/session.ts";
import { pageReader } from "#tests/support/page-reader.ts";
import {
  aPage,
  aPublicAccount,
  aPublicJob,
  aPublicReview,
  aPublicWorkman,
  DIRECTORIES,
} from "#tests/support/public-records.ts";
import { openPublicPage, renderPublicPage } from "#tests/support/render-public-page.tsx";
import { servePublicPage } from "#tests/support/public-page.tsx";

beforeEach(() => resetSession());

const workmen = (items = [aPublicWorkman()]) =>
  pageReader({ ...DIRECTORIES, "/client-api/workman/list": aPage(items) });
const workman = (changed = {}, reviews = [aPublicReview()]) =>
  pageReader({
    "/client-api/workman/info": aPublicWorkman(changed),
    "/client-api/workman/review/list": aPage(reviews, { perPage: 10, total: 12 }),
  });
const account = (changed = {}, total = 1) =>
  pageReader({
    "/client-api/account/info": aPublicAccount(changed),
    "/client-api/job/by-account/list": aPage([aPublicJob()], { total, perPage: 10 }),
    "/client-api/account/review/list": aPage([aPublicReview()], { perPage: 10 }),
  });

test("a worker's card says his rating in words, his services and that his tax status is confirmed", async () => {
  await renderPublicPage("/workmans", workmen().read);
  screen.getByRole("img", { name: "4,8 из 5, 12\u00A0отзывов" });
  expect(screen.getByRole("link", { name: "Алексей С." }).getAttribute("href")).toBe("/workmans/4");
  screen.getByText("Самозанятый (НПД), статус подтверждён");
  screen.getByText("21 выполненное задание");
  screen.getByText("Промоутер", { selector: "p" });
});

test("a worker without reviews has no stars", async () => {
  await renderPublicPage(
    "/workmans",
    workmen([aPublicWorkman({ rating: null, reviewsCount: 0 })]).read,
  );
  expect(screen.queryByRole("img")).toBeNull();
  screen.getByText("Отзывов пока нет");
});

test("a portrait stands beside the name, in the catalogue and on the page", async () => {
  const picture = { size40: "/pictures/a/40.jpg", size80: "/pictures/a/80.jpg" };
  const list = await renderPublicPage("/workmans", workmen([aPublicWorkman({ picture })]).read);
  expect(list.container.querySelector("h2 img")?.getAttribute("src")).toBe(picture.size40);
  list.unmount();
  const page = await renderPublicPage("/workmans/4", workman({ picture }).read);
  expect(page.container.querySelector(".workman-title img")?.getAttribute("src")).toBe(
    picture.size80,
  );
});

test("the address of the catalogue is its filters", async () => {
  const { read, seen } = workmen();
  const { head } = await renderPublicPage(
    "/workmans?search=анна&city=1&service=20&rating=4.5&sort=jobs",
    read,
  );
  const query = seen.find(({ pathname }) => pathname === "/client-api/workman/list")?.searchParams;
  expect(Object.fromEntries(query ?? [])).toEqual({
    search: "анна",
    cityID: "1",
    serviceIDs: "20",
    ratingFrom: "4.5",
    sortBy: "finishedJobsCount",
    page: "1",
  });
  const chips = within(screen.getByRole("navigation", { name: "Выбранные фильтры" }));
  expect(chips.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "«анна» ×",
    "Город: Казань ×",
    "Услуга: Промоутер ×",
    "Рейтинг от 4,5 ×",
    "Сбросить",
  ]);
  expect(screen.getByRole("combobox", { name: "Услуга" })).toHaveProperty("value", "20");
  expect(head).toMatchObject({
    title: "Исполнители: Промоутер, Казань",
    isIndexed: false,
    canonical: "/workmans",
  });
});

test("what the page carries of a worker is what it shows", async () => {
  const { data } = await openPublicPage("/workmans/4", workman().read);
  expect(Object.keys((data as { workman: object }).workman).sort()).toEqual([
    "city",
    "description",
    "finishedJobsCount",
    "id",
    "isSmzConfirmed",
    "name",
    "picture",
    "rating",
    "registeredAt",
    "reviewsCount",
    "services",
    "taxpayerType",
  ]);
  expect(JSON.stringify(data)).not.toMatch(/phone|inn|email|passport|employeeID/i);
});

test("a worker's page has services and paged reviews and is not told to search engines", async () => {
  const { head } = await renderPublicPage("/workmans/4", workman().read);
  expect(
    screen.getByRole("link", { name: "Промоутер: все исполнители" }).getAttribute("href"),
  ).toBe("/workmans?service=20");
  const reviews = within(screen.getByRole("region", { name: "Отзывы" }));
  reviews.getByText("Пришёл вовремя и всё сделал.");
  expect(reviews.getByRole("link", { name: "ООО «Ромашка»" }).getAttribute("href")).toBe(
    "/accounts/3",
  );
  expect(reviews.getByRole("link", { name: "Вперёд" }).getAttribute("href")).toBe(
    "/workmans/4?page=2",
  );
  expect(head).toMatchObject({ crumb: "Алексей С.", isIndexed: false });
  expect(head.structured).toBeUndefined();
});

test("customers are listed with their open jobs", async () => {
  const { read, seen } = pageReader({
    ...DIRECTORIES,
    "/client-api/account/list": aPage([
      aPublicAccount(),
      aPublicAccount({ id: 5, companyDetailsName: "ООО «Василёк»", publishedJobsCount: 0 }),
    ]),
  });
  const { head } = await renderPublicPage("/accounts?service=20", read);
  expect(
    seen
      .find(({ pathname }) => pathname === "/client-api/account/list")
      ?.searchParams.get("serviceID"),
  ).toBe("20");
  expect(screen.getByRole("link", { name: "12\u00A0открытых заданий" }).getAttribute("href")).toBe(
    "/jobs?account=3",
  );
  screen.getByText("Открытых заданий нет");
  screen.getByText("2 заказчика");
  expect(head.isIndexed).toBe(false);
});

test("a customer's page shows first jobs with a link to all, and reviews by workers", async () => {
  const { head } = await renderPublicPage("/accounts/3", account({}, 12).read);
  screen.getByRole("heading", { level: 3, name: "Разнести листовки" });
  expect(
    screen.getByRole("link", { name: "Все 12\u00A0открытых заданий" }).getAttribute("href"),
  ).toBe("/jobs?account=3");
  expect(screen.getByRole("link", { name: "Алексей С." }).getAttribute("href")).toBe("/workmans/4");
  expect(head).toMatchObject({
    crumb: "ООО «Ромашка»",
    isIndexed: true,
    structured: [
      {
        "@type": "Organization",
        taxID: "7704310158",
        aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
      },
    ],
  });
});

test("the tax number of a person who is a customer stays out of the page", async () => {
  const { data, head } = await openPublicPage("/accounts/3", account({ inn: "770431015836" }).read);
  expect(JSON.stringify([data, head])).not.toContain("770431015836");
});

test.each([
  "/workmans/0",
  "/workmans/anna",
  "/accounts/anna",
  "/workmans?page=x",
  "/accounts/3?page=9",
])("%s names nothing", async (address) => {
  const read = pageReader({
    ...DIRECTORIES,
    "/client-api/workman/list": aPage([]),
    "/client-api/account/info": aPublicAccount(),
    "/client-api/job/by-account/list": aPage([]),
    "/client-api/account/review/list": aPage([]),
  }).read;
  await expect(openPublicPage(address, read)).rejects.toBeInstanceOf(PageMissing);
});

test("a worker who is not there is 404", async () => {
  await expect(
    openPublicPage(
      "/workmans/4",
      pageReader({ "/client-api/workman/review/list": aPage([]) }).read,
    ),
  ).rejects.toMatchObject({ statusCode: 404 });
});

test.each([
  ["/jobs?city=1", { "/client-api/job/list": aPage([aPublicJob()]) }],
  ["/jobs/15", { "/client-api/job/info": aPublicJob() }],
  ["/jobs/77", {}],
  ["/workmans", { "/client-api/workman/list": aPage([aPublicWorkman()]) }],
  [
    "/accounts/3",
    {
      "/client-api/account/info": aPublicAccount(),
      "/client-api/job/by-account/list": aPage([aPublicJob()]),
      "/client-api/account/review/list": aPage([aPublicReview()]),
    },
  ],
])(
  "%s made by the server comes alive in the browser as it is, with a city remembered",
  async (address, answers) => {
    document.cookie = "city=2; path=/";
    const { html, page } = await servePublicPage(
      address,
      pageReader({ ...DIRECTORIES, ...answers }).read,
    );
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = html;
    expect(place.querySelectorAll("h1")).toHaveLength(1);
    const complaints = vi.fn();
    const root = await act(async () =>
      hydrateRoot(place, page, { onRecoverableError: complaints }),
    );
    expect(complaints).not.toHaveBeenCalled();
    await act(async () => root.unmount());
    place.remove();
    document.cookie = "city=; path=/; max-age=0";
  },
);
