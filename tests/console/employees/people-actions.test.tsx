import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import AccountActions from "#console/accounts/account-actions.tsx";
import EmployeeList from "#console/employees/employee-list.tsx";
import JobInvitesSection from "#console/job-invites/job-invites-section.tsx";
import MyJobPart from "#console/jobs/my-job-part.tsx";
import JobPayoutsSection from "#console/payouts/job-payouts-section.tsx";
import { ReviewLines } from "#site/reviews/review-lines.tsx";
import WorkmanActions from "#console/workmen/workman-actions.tsx";
import { Employee as EmployeeSchema, type Employee } from "#contract/employees/employee.ts";
import { JobInvite as JobInviteSchema, type JobInvite } from "#contract/job-invites/job-invite.ts";
import { Payout as PayoutSchema, type Payout } from "#contract/payouts/payout-endpoints.ts";
import { consoleServer, aPerson } from "#tests/support/console-server.ts";
import {
  aPage,
  aPublicAccount,
  aPublicJob,
  aPublicReview,
  aPublicWorkman,
} from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

provideModals(Object.assign({}, ...CONSOLE_MODULES.map((one) => one.modals ?? {})));
beforeEach(() => resetSession(aPerson("OWNER"), "token"));

const show = (part: ReactNode) =>
  renderConsole(part, { address: "/jobs/15", modules: CONSOLE_MODULES });
const may = (changed = {}) => ({
  createInvite: true,
  addToEmployees: true,
  blacklist: true,
  ...changed,
});
const worker = (changed = {}) => ({
  body: aPublicWorkman({ employeeID: null, permissions: may(), ...changed }),
});

async function choose(field: string, option: string) {
  fireEvent.mouseDown(await screen.findByLabelText(field));
  fireEvent.click(await screen.findByTitle(option));
}

test("a worker is invited from his page to a job that looks for somebody", async () => {
  const { seen } = consoleServer({
    "GET /client-api/workman/info": worker(),
    "GET /client-api/account/job/list": {
      body: aPage([
        {
          id: 15,
          title: "Разнести листовки",
          jobIdent: "З-000015",
          state: { id: "PUBLISHED", title: "Опубликовано" },
        },
      ]),
    },
    "POST /client-api/job-invite/create": {
      body: {
        items: [],
        failed: [{ workmanID: 4, message: "Исполнитель уже приглашён в это задание" }],
      },
    },
  });
  show(<WorkmanActions workmanId={4} />);
  fireEvent.click(await screen.findByRole("button", { name: "Пригласить в задание" }));
  await choose("Задание", "№ З-000015 Разнести листовки");
  fireEvent.click(screen.getByRole("button", { name: "Пригласить" }));
  await screen.findByText("Исполнитель уже приглашён в это задание");
  expect(seen.find(({ method }) => method === "POST")?.body).toEqual({
    jobID: 15,
    workmanIDs: [4],
  });
  expect(seen.find(({ path }) => path.endsWith("/job/list"))?.query.getAll("states")).toEqual([
    "PUBLISHED",
    "DRAFT",
  ]);
});

test("a worker becomes a favourite once, and the page knows it", async () => {
  const { seen, set } = consoleServer({
    "GET /client-api/workman/info": worker(),
    "POST /open-api/v1/employees": { body: { id: 9 } },
  });
  show(<WorkmanActions workmanId={4} />);
  const add = await screen.findByRole("button", { name: "Добавить в избранные" });
  set(
    "GET /client-api/workman/info",
    worker({ employeeID: 9, permissions: may({ addToEmployees: false }) }),
  );
  fireEvent.click(add);
  await screen.findByText(/Среди/);
  expect(screen.queryByRole("button", { name: "Добавить в избранные" })).toBeNull();
  expect(seen.find(({ method }) => method === "POST")?.body).toEqual({ workmanID: 4 });
});

test("whoever may only look can only complain on a worker's page", async () => {
  resetSession(aPerson("VIEWER"), "token");
  consoleServer({
    "GET /client-api/workman/info": worker({
      permissions: may({ createInvite: false, addToEmployees: false, blacklist: false }),
    }),
  });
  show(<WorkmanActions workmanId={4} />);
  await screen.findByRole("button", { name: "Пожаловаться" });
  expect(screen.getAllByRole("button")).toHaveLength(1);
});

test("a worker's review is of a finished job, with stars and at least ten letters", async () => {
  const finished = (id: number, isAsked: boolean) =>
    aPublicJob({
      id,
      title: `Задание ${id}`,
      permissions: { ...aPublicJob().permissions, createWorkmanReview: isAsked },
    });
  const { seen } = consoleServer({
    "GET /client-api/workman/info": worker(),
    "GET /client-api/job/intersection-by-workman/list": {
      body: aPage([finished(1, false), finished(2, true)]),
    },
    "POST /client-api/workman/review/create": { body: {} },
  });
  show(<WorkmanActions workmanId={4} />);
  fireEvent.click(await screen.findByRole("button", { name: "Оставить отзыв" }));
  const dialog = await screen.findByRole("dialog", { name: "Отзыв об исполнителе" });
  fireEvent.change(await within(dialog).findByLabelText("Отзыв"), { target: { value: "Хорошо" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Отправить" }));
  await within(dialog).findAllByText("Поставьте оценку");
  await within(dialog).findAllByText("Напишите хотя бы 10 символов");
  fireEvent.click(within(dialog).getAllByRole("radio")[3] as HTMLElement);
  fireEvent.change(within(dialog).getByLabelText("Отзыв"), {
    target: { value: "Пришёл вовремя, всё убрал" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Отправить" }));
  await waitFor(() =>
    expect(seen.find(({ method }) => method === "POST")?.body).toEqual({
      jobID: 2,
      score: 4,
      text: "Пришёл вовремя, всё убрал",
    }),
  );
});

test("a worker has nothing to review where he has done nothing", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({ "GET /client-api/job/intersection-by-account/list": { body: aPage([]) } });
  show(<AccountActions accountId={3} name="ООО «Ромашка»" />);
  fireEvent.click(await screen.findByRole("button", { name: "Оставить отзыв" }));
  await screen.findByText(/Сейчас таких заданий с этим заказчиком нет/);
});

test("favourites are invited together, and who could not be is named", async () => {
  const invite: JobInvite = {
    ...(sampleOf(JobInviteSchema) as JobInvite),
    id: 1,
    workman: null,
    phone: "79001234567",
    state: { id: "SENT", title: "Отправлено" },
    declineReason: null,
    declineComment: null,
    permissions: { accept: false, decline: false, cancel: true },
  };
  const { seen } = consoleServer({
    "GET /client-api/job-invite/list": { body: aPage([invite]) },
    "GET /open-api/v1/employees": {
      body: aPage([
        {
          id: 1,
          name: "Иванов Пётр",
          phone: "79000000104",
          workman: { id: 4, name: "Иванов Пётр" },
        },
        {
          id: 2,
          name: "Петров Иван",
          phone: "79000000105",
          workman: { id: 5, name: "Петров Иван" },
        },
      ]),
    },
    "POST /client-api/job-invite/create": {
      body: {
        items: [invite],
        failed: [{ workmanID: 5, message: "Исполнитель уже откликнулся на это задание" }],
      },
    },
    "POST /open-api/v1/job-invites/1/cancel": { body: invite },
  });
  show(<JobInvitesSection jobId={15} canInvite />);
  const row = (await screen.findByText("+7 (900) 123 45 67")).closest("tr") as HTMLElement;
  expect(
    seen.find(({ path }) => path.endsWith("job-invite/list"))?.query.get("filters[jobID]"),
  ).toBe("15");
  fireEvent.click(screen.getByRole("button", { name: "Пригласить" }));
  await choose("Кого пригласить", "Иванов Пётр");
  fireEvent.click(await screen.findByTitle("Петров Иван"));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Пригласить" }));
  await screen.findByText(/Петров Иван: Исполнитель уже откликнулся/);
  expect(seen.find(({ path }) => path.endsWith("job-invite/create"))?.body).toEqual({
    jobID: 15,
    workmanIDs: [4, 5],
  });
  fireEvent.click(
    within(screen.getByRole("dialog")).getAllByRole("button", {
      name: "Закрыть",
    })[1] as HTMLElement,
  );
  fireEvent.click(within(row).getByRole("button", { name: /^Действия/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Отменить приглашение" }));
  fireEvent.click(
    await within(await screen.findByRole("dialog", { name: "Отменить приглашение" })).findByRole(
      "button",
      { name: "Отменить приглашение" },
    ),
  );
  await waitFor(() =>
    expect(seen.some(({ path }) => path.endsWith("/job-invites/1/cancel"))).toBe(true),
  );
});

test("a payout that came back is sent again or given up, with the sum and the person in the sentence", async () => {
  const payout: Payout = {
    ...(sampleOf(PayoutSchema) as Payout),
    id: 7,
    state: { id: "RETURNED", title: "Возвращена банком" },
    amount: 9000,
    workman: { id: 4, name: "Иванов Пётр" },
    registryID: null,
    failureReason: { id: "ACCOUNT_CLOSED", title: "Счёт закрыт" },
    problem: null,
    receipt: null,
    permissions: { retry: true, giveUp: true, cancel: false },
  };
  const { seen } = consoleServer({
    "GET /open-api/v1/payouts": {
      body: { ...aPage([payout]), totals: { paid: 0, onTheWay: 0, returned: 0 } },
    },
    "GET /open-api/v1/receipts": { body: aPage([]) },
    "POST /open-api/v1/payouts/7/give-up": { body: payout },
  });
  show(<JobPayoutsSection jobId={15} />);
  await screen.findByText("Деньги не дошли: Счёт закрыт");
  screen.getByRole("button", { name: "Повторить выплату" });
  fireEvent.click(screen.getByRole("button", { name: "Не выплачивать" }));
  const dialog = await screen.findByRole("dialog", { name: "Не выплачивать" });
  expect(dialog.textContent).toMatch(
    /9.000,00.₽ исполнителю Иванов Пётр.*можно принять снова, предложить другую сумму или закрыть без оплаты/,
  );
  fireEvent.click(within(dialog).getByRole("button", { name: "Вернуть деньги на баланс" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path.endsWith("/payouts/7/give-up"))).toBe(true),
  );
});

test("a customer is complained about with a reason", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  const { seen } = consoleServer({ "POST /open-api/v1/complaints": { body: { ok: true } } });
  show(<AccountActions accountId={3} name="ООО «Ромашка»" />);
  fireEvent.click(await screen.findByRole("button", { name: "Пожаловаться" }));
  const dialog = await screen.findByRole("dialog", { name: "Пожаловаться" });
  fireEvent.click(await within(dialog).findByRole("button", { name: "Отправить жалобу" }));
  await within(dialog).findByText("Выберите причину");
  fireEvent.click(within(dialog).getByRole("radio", { name: "Подозрение на мошенничество" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Отправить жалобу" }));
  await waitFor(() =>
    expect(seen.find(({ method }) => method === "POST")?.body).toMatchObject({
      subjectType: "account",
      subjectID: 3,
      reasonID: "FRAUD",
    }),
  );
});

test("the modal of a customer tells whom a worker would work for, and leads on", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({
    "GET /client-api/account/info": { body: aPublicAccount({ description: "Возим цветы" }) },
    "GET /client-api/job/by-account/list": {
      body: aPage([aPublicJob({ id: 21, title: "Собрать букеты" })]),
    },
    "GET /client-api/account/review/list": {
      body: aPage([aPublicReview({ score: 4, text: "Платят вовремя" })]),
    },
  });
  show(<MyJobPart job={aPublicJob()} onChanged={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "О заказчике" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Заказчик" }));
  await dialog.findByText("Возим цветы");
  dialog.getByRole("img", { name: "4,5 из 5" });
  expect((await dialog.findByRole("link", { name: "Собрать букеты" })).getAttribute("href")).toBe(
    "/jobs/21",
  );
  await dialog.findByText("Платят вовремя");
  fireEvent.click(dialog.getByRole("button", { name: "Оставить отзыв" }));
  await screen.findByRole("dialog", { name: "Отзыв о заказчике" });
});

describe("reviews of a customer", () => {
  const mine = (changed = {}) =>
    aPublicReview({ id: 5, text: "Платят вовремя, задание понятное", ...changed });
  const list = (review: unknown) => ({
    "GET /client-api/account/review/list": { body: aPage([review]) },
  });
  const page = (
    <ReviewLines
      about="account"
      subjectId={3}
      reviews={[]}
      meta={{ page: 1, perPage: 10, lastPage: 1, total: 1 }}
    />
  );
  const menu = async () =>
    fireEvent.click(await screen.findByRole("button", { name: /^Действия: отзыв от/ }));

  test("are answered by its people, who read what the moderator has said of the answer", async () => {
    const { seen } = consoleServer({
      ...list(mine({ permissions: { update: false, delete: false, reply: true, complain: true } })),
      "PUT /open-api/v1/account-reviews/5/reply": { body: mine() },
    });
    show(page);
    await menu();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Ответить" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Ответ на отзыв" }));
    fireEvent.change(await dialog.findByLabelText("Ответ"), { target: { value: " Спасибо! " } });
    fireEvent.click(dialog.getByRole("button", { name: "Отправить" }));
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ text: "Спасибо!" }),
    );
  });

  test("are shown with the published answer, and complained about by anybody else", async () => {
    const reply = {
      text: "Приходите ещё",
      state: { id: "PUBLISHED", title: "Опубликован" },
      rejectReason: null,
      rejectComment: null,
      createdAt: "2026-11-20T09:00:00Z",
    };
    const { seen } = consoleServer({
      ...list(
        mine({
          reply,
          permissions: { update: false, delete: false, reply: false, complain: true },
        }),
      ),
      "POST /open-api/v1/complaints": { body: { ok: true } },
    });
    show(page);
    await screen.findByText("Приходите ещё");
    await menu();
    expect(screen.queryByRole("menuitem", { name: "Ответить" })).toBeNull();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Пожаловаться" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Пожаловаться" }));
    fireEvent.click(await dialog.findByRole("radio", { name: "Неправда" }));
    fireEvent.click(dialog.getByRole("button", { name: "Отправить жалобу" }));
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "POST")?.body).toMatchObject({
        subjectType: "account-review",
        subjectID: 5,
        reasonID: "FALSE",
      }),
    );
  });
});

test("favourites chosen in their list are invited to one job together", async () => {
  const employee = (id: number, name: string) => ({
    ...(sampleOf(EmployeeSchema) as Employee),
    id,
    name,
    workman: { id: id + 10, name },
  });
  const { seen } = consoleServer({
    "GET /open-api/v1/employees": {
      body: aPage([employee(1, "Иванов Пётр"), employee(2, "Петров Иван")]),
    },
    "GET /client-api/account/job/list": {
      body: aPage([
        {
          id: 15,
          title: "Разнести листовки",
          jobIdent: "З-000015",
          state: { id: "PUBLISHED", title: "Опубликовано" },
        },
      ]),
    },
    "POST /client-api/job-invite/create": {
      body: {
        items: [{}],
        failed: [{ workmanID: 12, message: "Исполнитель уже приглашён в это задание" }],
      },
    },
  });
  show(<EmployeeList />);
  await screen.findByText("Петров Иван");
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(await screen.findByRole("button", { name: "Пригласить в задание" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Пригласить в задание" }));
  await dialog.findByText("Иванов Пётр, Петров Иван");
  await choose("Задание", "№ З-000015 Разнести листовки");
  fireEvent.click(dialog.getByRole("button", { name: "Пригласить" }));
  await dialog.findByText(/Петров Иван: Исполнитель уже приглашён/);
  expect(seen.find(({ path }) => path.endsWith("job-invite/create"))?.body).toEqual({
    jobID: 15,
    workmanIDs: [11, 12],
  });
});

test("papers of a favourite are downloaded as one archive by whoever may see them", async () => {
  const employee = (id: number, name: string, permissions: Partial<Employee["permissions"]>) => ({
    ...(sampleOf(EmployeeSchema) as Employee),
    id,
    name,
    state: { id: "ACTIVE", title: "Работает" },
    workman: { id: id + 10, name },
    permissions: {
      update: false,
      pause: false,
      resume: false,
      end: false,
      createInvite: false,
      blacklist: false,
      downloadDocuments: false,
      updateSmzStatusUnknown: false,
      ...permissions,
    },
  });
  const { seen } = consoleServer({
    "GET /open-api/v1/employees": {
      body: aPage([
        employee(1, "Иванов Пётр", { downloadDocuments: true }),
        employee(2, "Петров Иван", {}),
      ]),
    },
    "GET /open-api/v1/employees/1/download-documents": {
      status: 409,
      body: {
        message: "У исполнителя нет проверенных документов с файлами",
        code: "conflict",
        requestId: "r",
      },
    },
  });
  show(<EmployeeList />);
  await screen.findByText("Петров Иван");
  expect(screen.getAllByRole("button", { name: /^Действия/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: /^Действия/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Скачать документы" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path.endsWith("/1/download-documents"))).toBe(true),
  );
});
