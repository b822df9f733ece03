import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { PageMissing } from "#web/routes/page-module.ts";
import { resetSession, takeReturnTo } from "#web/session/session.ts";
import { consoleServer, aPerson } from "#tests/support/console-server.ts";
import { pageReader } from "#tests/support/page-reader.ts";
import { aPublicJob } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { openPublicPage, renderPublicPage } from "#tests/support/render-public-page.tsx";

beforeEach(() => resetSession());

const jobReader = (job = aPublicJob()) => pageReader({ "/client-api/job/info": job }).read;
const nobodysReader = () => pageReader({}).read;

test("a guest reads the whole job and is asked in, and comes back", async () => {
  await renderPublicPage("/jobs/15", jobReader(aPublicJob({ address: "ул. Баумана, 1" })));
  screen.getByRole("heading", { level: 1, name: "Разнести листовки" });
  const terms = screen.getByRole("complementary", { name: "Условия задания" });
  expect(terms.textContent).toMatch(
    /5\u00A0000,00\u00A0₽.*Фиксированная сумма.*05\.12\.2026.*Казань.*ул\. Баумана, 1.*Промоутер/,
  );
  screen.getByText(/Две тысячи листовок/);
  const call = screen.getByRole("link", { name: "Войдите, чтобы откликнуться" });
  expect(call.getAttribute("href")).toBe("/app/authorization");
  fireEvent.click(call);
  expect(takeReturnTo()).toBe("/jobs/15");
});

test("a signed-in worker sees his own offer, read for him after the guest's page", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({
    "GET /client-api/job/info": {
      body: aPublicJob({
        myOffer: { id: 1, state: { id: "CREATED", title: "Отправлен" }, amount: 4500 },
      }),
    },
  });
  await asGuestDrew("/jobs/15");
  await screen.findByText("Ваш отклик: отправлен, 4 500,00 ₽");
  expect(screen.queryByRole("link", { name: /Войдите/ })).toBeNull();
});

test("a favourite of the customer learns that the job is for him and a few more", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({
    "GET /client-api/job/info": {
      body: aPublicJob({
        visibility: { id: "FAVOURITES", title: "Избранные исполнители" },
        answerObstacle: null,
        permissions: { ...aPublicJob().permissions, createJobOffer: true },
      }),
    },
  });
  await asGuestDrew("/jobs/15", true);
  await screen.findByText(
    "Заказчик показал это задание своим избранным исполнителям: вы среди них",
  );
});

test("a job the guest may not see appears when its owner turns out to be looking", async () => {
  resetSession(aPerson("OWNER"), "token");
  consoleServer({
    "GET /client-api/job/info": {
      body: aPublicJob({
        state: { id: "REJECTED", title: "Отклонено" },
        rejectReason: { id: "other", title: "Непонятное описание" },
        rejectComment: "Опишите объём",
        permissions: { ...aPublicJob().permissions, manage: true },
      }),
    },
  });
  await asGuestDrew("/jobs/15", true);
  await screen.findByText(/^Модератор отклонил задание: Непонятное описание. Опишите объём/);
  screen.getByRole("region", { name: "Задание вашей компании" });
});

test("a job that cannot be seen is 404 with an offer to sign in, in a modal and on the page", async () => {
  const { head } = await renderPublicPage("/jobs/77", nobodysReader());
  expect(head).toMatchObject({ status: 404, isIndexed: false });
  screen.getByRole("heading", { level: 1, hidden: true, name: "Такой страницы не существует" });
  const dialog = await screen.findByRole("dialog", { name: "Войдите, чтобы увидеть задание" });
  await within(dialog).findByRole("link", { name: "Зарегистрироваться" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Закрыть" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("link", { name: "Войти" }));
  expect(takeReturnTo()).toBe("/jobs/77");
});

test("a signed-in person is not asked to sign in again", async () => {
  resetSession(aPerson("OWNER"), "token");
  consoleServer({});
  const { container } = await renderPublicPage("/jobs/77", nobodysReader());
  screen.getByRole("heading", { name: "Такой страницы не существует" });
  expect(container.querySelector("dialog")).toBeNull();
  expect(screen.queryByRole("link", { name: "Войти" })).toBeNull();
});

test("an old notice of an invite that was taken back leads the invited worker to a page that says so, and nobody else", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({
    "GET /client-api/job-invite/list": ({ query }) => ({
      body: {
        items:
          query.get("filters[jobID]") === "77"
            ? [{ id: 5, state: { id: "CANCELED", title: "Отменено" } }]
            : [],
        meta: {},
      },
    }),
  });
  await renderPublicPage("/jobs/77", nobodysReader());
  await screen.findByRole("heading", { level: 1, name: "Приглашение отозвано" });
  cleanup();
  await renderPublicPage("/jobs/78", nobodysReader());
  await screen.findByRole("heading", { level: 1, name: "Такой страницы не существует" });
});

test.each(["/jobs/0", "/jobs/1-2", "/jobs/1.5"])("%s is no job", async (address) => {
  await expect(openPublicPage(address, jobReader())).rejects.toBeInstanceOf(PageMissing);
});

test("search engines read a vacancy", async () => {
  const { head } = await openPublicPage("/jobs/15", jobReader());
  expect(head).toMatchObject({
    title: "Разнести листовки",
    crumb: "Разнести листовки",
    isIndexed: true,
  });
  expect(head.description.length).toBeLessThanOrEqual(160);
  expect(head.structured?.[0]).toMatchObject({
    "@type": "JobPosting",
    employmentType: "CONTRACTOR",
    baseSalary: { currency: "RUB", value: { value: 5000 } },
    jobLocation: { address: { addressLocality: "Казань" } },
    datePosted: "2026-11-20T09:00:00.000Z",
    validThrough: "2026-12-05T09:00:00.000Z",
    hiringOrganization: { name: "ООО «Ромашка»", sameAs: "https://platform.example/accounts/3" },
  });
});

test("a job without a city is remote work, and a finished one is no vacancy", async () => {
  const remote = await openPublicPage("/jobs/15", jobReader(aPublicJob({ city: null })));
  expect(remote.head.structured?.[0]).toMatchObject({ jobLocationType: "TELECOMMUTE" });
  const done = await openPublicPage(
    "/jobs/15",
    jobReader(aPublicJob({ state: { id: "FINISHED", title: "Завершено" } })),
  );
  expect(done.head).toMatchObject({ isIndexed: false, structured: [] });
});

test("a long title fits a search result", async () => {
  const { head } = await openPublicPage(
    "/jobs/15",
    jobReader(aPublicJob({ title: "Очень подробное название задания ".repeat(3).trim() })),
  );
  expect(head.title.length).toBeLessThanOrEqual(60);
  expect(head.title).toMatch(/\S…$/);
});

/** Read as a guest, then shown to the session's person. */
async function asGuestDrew(address: string, isHidden = false) {
  const { read } = isHidden ? pageReader({}) : pageReader({ "/client-api/job/info": aPublicJob() });
  const { Screen, data } = await openPublicPage(address, read);
  Object.assign(data as object, { readFor: null });
  return renderConsole(<Screen />, { address, pages: ["/profile"], data });
}
