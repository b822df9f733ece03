import type { Page } from "@playwright/test";
import type { ModalName } from "#web/modals/modal-catalogue.ts";
import { OWNER, WORKER } from "#tests/e2e/cast.ts";
import { openCommands } from "#tests/e2e/controls.ts";

/** How to reach a modal for `walk-modals.spec.ts`. */
interface Walk {
  /** `null` is a guest. */
  readonly phone: string | null;
  readonly address: string;
  /** @param token - for calls. */
  readonly open?: (page: Page, token: string) => Promise<void>;
  readonly userAgent?: string;
}

/** A journey that uses the modal, and words of its text. */
interface Journey {
  readonly spec: string;
  readonly words: string;
}

const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();
const command = (name: string) => async (page: Page) =>
  (await openCommands(page.locator("main"))).getByRole("menuitem", { name }).click();

async function declineAnOffer(page: Page, token: string): Promise<void> {
  const answer = await page.request.get("/client-api/job-offer/list?states=CREATED&perPage=1", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = (await answer.json()) as { items: { job: { id: number } }[] };
  await page.goto(`/jobs/${items[0]?.job.id}?tab=offers`);
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: /^Действия: / }) })
    .first();
  await (await openCommands(row)).getByRole("menuitem", { name: "Отклонить" }).click();
}

/** `tests/web/walked-lines.test.ts` compares with `modals.tsv`. */
export const MODALS: Readonly<Record<ModalName, Walk | Journey>> = {
  account: { phone: WORKER, address: "/profile/jobs", open: command("О заказчике") },
  "account-review": { phone: WORKER, address: "/accounts/1", open: press("Оставить отзыв") },
  "account-user-edit": {
    phone: OWNER,
    address: "/profile/account?tab=users",
    open: press("Добавить пользователя"),
  },
  "account-user-delete": {
    phone: OWNER,
    address: "/profile/account?tab=users",
    open: async (page) =>
      (await openCommands(page.getByRole("row", { name: /Наблюдатель/ }).first()))
        .getByRole("menuitem", { name: "Удалить" })
        .click(),
  },
  "act-sign": { spec: "job-of-a-worker.spec.ts", words: "Подписать акт" },
  "balance-top-up": { spec: "invoices.spec.ts", words: "Выставить счёт" },
  "card-bind-fail": {
    phone: WORKER,
    address: "/profile/workman/payment-methods?card-bind-result=fail",
  },
  "card-bind-success": { spec: "worker-cabinet.spec.ts", words: "Карта привязана" },
  "card-unbind": {
    phone: WORKER,
    address: "/profile/workman/payment-methods",
    open: command("Отвязать"),
  },
  "city-select": {
    phone: OWNER,
    address: "/profile",
    open: async (page) => (
      await page.locator(".person-button").click(),
      await page.getByRole("menuitem", { name: /^Город/ }).click()
    ),
  },
  "document-template-reject": {
    phone: WORKER,
    address: "/profile/workman/edo",
    open: command("Отказаться подписывать"),
  },
  "document-template-sign": { spec: "company-documents.spec.ts", words: "Подписать документы" },
  "email-change": {
    phone: OWNER,
    address: "/profile/editprofile",
    open: press(/^(Сменить|Указать) e-mail/),
  },
  "employee-invite": { spec: "kit.spec.ts", words: "Пригласить исполнителя" },
  "employee-projects": {
    phone: OWNER,
    address: "/profile/employees",
    open: command("Проекты и заметка"),
  },
  "invite-accept": { spec: "job-of-a-worker.spec.ts", words: "Принять приглашение" },
  "invite-cancel": { spec: "registry-kinds.spec.ts", words: "Отменить приглашение" },
  "invite-create": { phone: OWNER, address: "/workmans/1", open: press("Пригласить в задание") },
  "invite-decline": { spec: "job-of-a-worker.spec.ts", words: "Отклонить приглашение" },
  "job-cancel": { spec: "jobs-of-a-company.spec.ts", words: "Отменить задание" },
  "job-edit": { spec: "jobs-of-a-company.spec.ts", words: "Изменить задание" },
  "mobile-app": { phone: null, address: "/about", open: press("Установить"), userAgent: ANDROID },
  "money-withdrawal": { spec: "worker-cabinet.spec.ts", words: "Вывести деньги" },
  "offer-accept": { spec: "job-both-sides.spec.ts", words: "Выбрать исполнителя" },
  "offer-arbitration": { spec: "job-both-sides.spec.ts", words: "Изменить выплату" },
  "offer-cancel": { spec: "job-of-a-worker.spec.ts", words: "Отказаться от задания" },
  "offer-create": { spec: "job-both-sides.spec.ts", words: "Отклик на задание" },
  "offer-decline": { phone: OWNER, address: "/profile/jobs/waiting", open: declineAnOffer },
  "offer-mass-accept": { spec: "jobs-of-a-company.spec.ts", words: "Принять результаты" },
  "offer-start-execution": { spec: "job-of-a-worker.spec.ts", words: 'press(page, "Приступить")' },
  "phone-change": { phone: OWNER, address: "/profile/editprofile", open: press("Сменить телефон") },
  "registration-help": {
    phone: "79000000102",
    address: "/profile/questionnaire",
    // The header has «Помощь и о платформе» before the page is drawn.
    open: press(/Помощь$/),
  },
  "requisite-change": { spec: "company-settings.spec.ts", words: "Смена реквизитов" },
  review: { spec: "company-job.spec.ts", words: "Приехал вовремя" },
  "sign-in-offer": { phone: null, address: "/jobs/999999999" },
  "smz-registration-fail": { spec: "workman-registration.spec.ts", words: "Регистрация не прошла" },
  "smz-registration-help": {
    phone: "79000000103",
    address: "/profile/questionnaire",
    open: press("Что сейчас происходит"),
  },
  "smz-registration-wait": {
    spec: "workman-registration.spec.ts",
    words: "Мы регистрируем вас в ФНС",
  },
};
