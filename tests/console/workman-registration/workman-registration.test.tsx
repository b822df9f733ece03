import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import {
  REGISTRATION_EDITABLE,
  REGISTRATION_FAILED,
  REGISTRATION_IN_PROCESS,
  REGISTRATION_STATUS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import { CONSENTS } from "#contract/legal-documents/consents.ts";
import { closeModal, provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { workmanRegistrationModule } from "#console/workman-registration/index.tsx";
import QuestionnairePage from "#console/workman-registration/questionnaire-page.tsx";
import RegistrationWatch from "#console/workman-registration/registration-watch.tsx";
import { STATUS_WORDS } from "#console/workman-registration/registration-labels.ts";
import SmzUpdatePage from "#console/workman-registration/smz-update-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const STEPS = "GET /open-api/v1/workman-steps";
const PROFILE = "GET /open-api/v1/talk-bank/profile";
const none = null;

function aProfile(status: RegistrationStatus, over: object = {}) {
  return {
    inn: "500100732259", lastName: "Соколова", firstName: "Мария", middleName: none, noMiddleName: true, gender: "FEMALE", email: "m@yandex.ru", birthDate: "1990-05-17", birthPlace: "г. Тверь",
    citizenship: { id: "ru", title: "Россия" }, taxpayerType: { id: "SMZ", title: "Самозанятый (НПД)" }, representative: none,
    passport: { series: "4510", number: "123456", date: "2015-02-01", issuedBy: "УФМС", divisionCode: "690-001" }, snils: none, registrationAddress: "г. Тверь, ул. Мира, д. 1",
    payoutKind: { id: "SBP", title: "По номеру телефона (СБП)" }, bankName: none, bankBik: none, corAccountNumber: none, accountNumber: none, cardOwner: none, cardNumber: none, ogrnip: none, relationships: [],
    region: { id: "77", title: "Москва" }, secretWord: none, activities: [], currentStep: status === "DRAFT" ? "base" : none, status: { id: status, title: REGISTRATION_STATUS.titles[status] },
    requiredDocuments: [{ id: "passport", title: "Паспорт", isUploaded: true }], isEditable: REGISTRATION_EDITABLE.includes(status), statusSince: "2026-03-10T09:00:00Z", isSelfEmployed: none,
    message: status.endsWith("INVALID") ? "Паспорт не найден" : none, error: status.endsWith("_ERROR") ? "Технический сбой" : none, isIdentified: false, wantedConsents: [...CONSENTS], ...over,
  }; // prettier-ignore
}
const theSteps = (status: RegistrationStatus, currentStep: number | null, over: object = {}) => ({
  currentStep,
  steps: [],
  status: { id: status, title: REGISTRATION_STATUS.titles[status] },
  taxpayerTypeID: "SMZ",
  profile: aProfile(status, over),
});

beforeEach(() => {
  closeModal();
  sessionStorage.clear();
  document.cookie = "smzFailModalClosed=; max-age=0; path=/";
  provideModals(workmanRegistrationModule.modals ?? {});
  resetSession(
    aPerson(null, {
      isWorkman: true,
      workman: {
        id: 1,
        taxpayerTypeID: "SMZ",
        state: { id: "DRAFT", title: "Не завершена регистрация" },
      },
    }),
    "token",
  );
});

const pages = [
  "/profile/questionnaire",
  "/profile/smz-update",
  "/profile/questionnaire/my-tax",
  "/profile/questionnaire/how-registration-smz",
  "/jobs",
];

describe("every status has its screen", () => {
  test.each(REGISTRATION_STATUS.ids.filter((id) => id !== "DRAFT" && id !== "READY"))(
    "%s",
    async (status) => {
      consoleServer({ [STEPS]: { body: theSteps(status, null) } });
      renderConsole(<QuestionnairePage />, {
        address: "/profile/questionnaire",
        modules: [workmanRegistrationModule],
        pages,
      });
      const { title, offers } = STATUS_WORDS[status];
      await screen.findByRole("heading", { name: title });
      expect(screen.queryByRole("link", { name: /Исправить/ }) !== null).toBe(
        offers === "correct" || offers === "support",
      );
      expect(screen.queryByRole("button", { name: "Отправить запрос ещё раз" }) !== null).toBe(
        status === "SMZ_VALID",
      );
      if (status.endsWith("INVALID")) screen.getByText("Паспорт не найден");
    },
  );

  test.each(REGISTRATION_STATUS.ids)(
    "%s above another screen, and in the correction",
    async (status) => {
      consoleServer({
        [PROFILE]: { body: aProfile(status) },
        "GET /client-api/user/my-info": { body: aPerson(null, { isWorkman: true }) },
      });
      renderConsole(<RegistrationWatch />, {
        address: "/profile",
        modules: [workmanRegistrationModule],
        pages,
      });
      if (REGISTRATION_IN_PROCESS.includes(status))
        await screen.findByRole("dialog", { name: "Мы регистрируем вас в ФНС" });
      else if (REGISTRATION_FAILED.includes(status)) {
        const dialog = await screen.findByRole("dialog", { name: "Регистрация не прошла" });
        expect(dialog.querySelector(".ant-modal-close")).toBeNull();
      } else if (status === "COMPLETE" || status === "ERROR")
        await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
      else await screen.findByRole("alert");
    },
  );

  test.each(REGISTRATION_STATUS.ids)("%s at /profile/smz-update", async (status) => {
    consoleServer({
      [PROFILE]: { body: aProfile(status) },
      "GET /open-api/v1/talk-bank/regions": { body: { items: [] } },
      "GET /open-api/v1/talk-bank/activities": { body: { items: [] } },
    });
    renderConsole(<SmzUpdatePage />, {
      address: "/profile/smz-update",
      modules: [workmanRegistrationModule],
      pages,
    });
    const isForm = REGISTRATION_EDITABLE.includes(status) && status !== "READY";
    if (isForm)
      await screen.findByRole("button", {
        name: status === "COMPLETE" ? "Сохранить" : "Отправить снова",
      });
    else await screen.findByRole("link", { name: /анкету|что происходит/ });
  });
});

test("the end of the registration leads to the job that brought the person", async () => {
  sessionStorage.setItem("returnTo", "/jobs/15");
  consoleServer({ [STEPS]: { body: theSteps("COMPLETE", null) } });
  renderConsole(<QuestionnairePage />, {
    address: "/profile/questionnaire",
    modules: [workmanRegistrationModule],
    pages,
  });
  const link = await screen.findByRole("link", { name: "Вернуться к заданию" });
  expect(link.getAttribute("href")).toBe("/jobs/15");
  sessionStorage.removeItem("returnTo");
});

test("a failure that is put off does not lock the next screen", async () => {
  consoleServer({ [PROFILE]: { body: aProfile("SMZ_INVALID") } });
  const first = renderConsole(<RegistrationWatch />, {
    address: "/profile",
    modules: [workmanRegistrationModule],
    pages,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Исправлю позже" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  first.unmount();
  renderConsole(<RegistrationWatch />, {
    address: "/profile",
    modules: [workmanRegistrationModule],
    pages,
  });
  await screen.findByText("ФНС отклонила данные");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the cabinet is closed until the registration is over; the way out of it is not", async () => {
  consoleServer({
    [PROFILE]: { body: aProfile("SMZ_IN_PROCESS") },
    [STEPS]: { body: theSteps("SMZ_IN_PROCESS", null) },
  });
  const closed = renderConsole(<RegistrationWatch />, {
    address: "/profile/workman/income",
    modules: [workmanRegistrationModule],
    pages,
  });
  await waitFor(() => expect(closed.address()).toBe("/profile/questionnaire"));
  closed.unmount();
  const open = renderConsole(<RegistrationWatch />, {
    address: "/profile/workman/payment-methods",
    modules: [workmanRegistrationModule],
    pages,
  });
  await screen.findByText("Ожидание статуса самозанятого");
  expect(open.address()).toBe("/profile/workman/payment-methods");
});

describe("the stepper", () => {
  test("says a wrong ИНН before anything is sent, and goes on where it was left", async () => {
    const { seen, set } = consoleServer({ [STEPS]: { body: theSteps("DRAFT", 0, { inn: null }) } });
    renderConsole(<QuestionnairePage />, {
      address: "/profile/questionnaire",
      modules: [workmanRegistrationModule],
      pages,
    });
    fireEvent.change(await screen.findByLabelText("ИНН"), { target: { value: "5001 0073 2250" } });
    fireEvent.click(screen.getByRole("button", { name: "Дальше" }));
    await screen.findByText(/Неверная контрольная сумма ИНН/);
    expect(seen.some(({ method }) => method === "PUT")).toBe(false);
    set("PUT /open-api/v1/workman-steps/0", { body: theSteps("DRAFT", 2) });
    set(STEPS, { body: theSteps("DRAFT", 2) });
    fireEvent.change(screen.getByLabelText("ИНН"), { target: { value: "500100732259" } });
    fireEvent.click(screen.getByRole("button", { name: "Дальше" }));
    await screen.findByRole("heading", { name: "Основные данные" });
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
      taxpayerTypeID: "SMZ",
      citizenshipID: "ru",
      inn: "500100732259",
    });
    expect(screen.getByLabelText<HTMLInputElement>("Дата рождения").value).toBe("17.05.1990");
  });

  test("a step is not skipped by its address", async () => {
    consoleServer({ [STEPS]: { body: theSteps("DRAFT", 2) } });
    renderConsole(<QuestionnairePage />, {
      address: "/profile/questionnaire?step=start",
      modules: [workmanRegistrationModule],
      pages,
    });
    await screen.findByRole("heading", { name: "Основные данные" });
  });

  test("a paper with a term is sent with its day, which is asked for before the file", async () => {
    const UPLOAD = "POST /open-api/v1/talk-bank/upload-document";
    const { seen } = consoleServer({
      [STEPS]: {
        body: theSteps("DRAFT", 3, {
          currentStep: "documents",
          citizenship: { id: "kz", title: "Казахстан" },
          requiredDocuments: [
            { id: "migration_card", title: "Миграционная карта", isUploaded: false },
          ],
        }),
      },
      [UPLOAD]: { body: { id: 7 } },
    });
    const { container } = renderConsole(<QuestionnairePage />, {
      address: "/profile/questionnaire",
      modules: [workmanRegistrationModule],
      pages,
    });
    const term = await screen.findByLabelText("Миграционная карта: действует до");
    const choose = () =>
      fireEvent.change(container.querySelector("input[type=file]") as HTMLInputElement, {
        target: { files: [new File(["%PDF-1.7 %%EOF"], "карта.pdf", { type: "application/pdf" })] },
      });
    choose();
    await screen.findByText(/Сначала укажите, до какого дня действует документ/);
    expect(seen.some(({ method }) => method === "POST")).toBe(false);
    fireEvent.change(term, { target: { value: "01012030" } });
    choose();
    await waitFor(() => expect(seen.find(({ method }) => method === "POST")).toBeDefined());
    const form = seen.find(({ method }) => method === "POST")?.body;
    expect(form instanceof FormData ? [form.get("type"), form.get("expireDate")] : form).toEqual([
      "migration_card",
      "2030-01-01",
    ]);
  });

  test("nothing is sent without the consents", async () => {
    const { seen } = consoleServer({
      [STEPS]: { body: theSteps("READY", 3, { currentStep: "start" }) },
    });
    renderConsole(<QuestionnairePage />, {
      address: "/profile/questionnaire",
      modules: [workmanRegistrationModule],
      pages,
    });
    fireEvent.click(await screen.findByRole("button", { name: "Отправить на проверку" }));
    await waitFor(() =>
      expect(screen.getAllByText("Без этого согласия зарегистрировать вас нельзя")).toHaveLength(3),
    );
    expect(seen.some(({ method }) => method === "PUT")).toBe(false);
  });

  test("what was accepted at the registration is not asked for again", async () => {
    const { seen } = consoleServer({
      [STEPS]: {
        body: theSteps("READY", 3, {
          currentStep: "start",
          wantedConsents: ["acceptPepAgreement"],
        }),
      },
      "PUT /open-api/v1/workman-steps/final": { body: theSteps("CLIENT_IN_PROCESS", none) },
    });
    renderConsole(<QuestionnairePage />, {
      address: "/profile/questionnaire",
      modules: [workmanRegistrationModule],
      pages,
    });
    fireEvent.click(await screen.findByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "Отправить на проверку" }));
    await waitFor(() => expect(seen.some(({ method }) => method === "PUT")).toBe(true));
  });
});
