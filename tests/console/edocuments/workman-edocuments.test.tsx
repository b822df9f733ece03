import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JobDocument, SignInfo } from "#contract/job-documents/job-document.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { edocumentsModule } from "#console/edocuments/index.tsx";
import WorkmanEdocumentList from "#console/edocuments/workman-edocument-list.tsx";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");
const SENT = { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" };

const ACT: JobDocument = {
  id: 56,
  type: { id: "ACT", title: "Акт" },
  state: { id: "SENT", title: "Отправлен на подпись" },
  number: "56",
  date: "2026-03-05",
  title: "Акт № 56 по заданию «Разгрузка»",
  amount: 5400.5,
  job: { id: 7, title: "Разгрузка" },
  account: { id: 1, companyDetailsName: "ООО «Северный склад»", logoPicture: null },
  workman: null,
  project: null,
  tags: [],
  sha256: "ab12",
  signedBySenderAt: "2026-03-05T11:05:00Z",
  signedByRecipientAt: null,
  awaits: "workman",
  awaitedSince: "2026-03-05T11:05:00Z",
  payoutNote: null,
  autoSignAt: null,
  expiresAt: "2026-03-19T11:05:00Z",
  rejectReason: null,
  rejectComment: null,
  createdAt: "2026-03-05T11:05:00Z",
  permissions: { download: true, sign: true, reject: true },
};
const CONTRACT: JobDocument = {
  ...ACT,
  id: 57,
  type: { id: "CONTRACT", title: "Договор" },
  number: "57",
  title: "Договор № 57",
  amount: null,
};
const INFO: SignInfo = {
  items: [
    {
      id: 56,
      type: ACT.type,
      number: "56",
      title: ACT.title,
      amount: 5400.5,
      workman: null,
      sha256: "ab12",
      canSign: true,
      obstacle: null,
    },
    {
      id: 57,
      type: CONTRACT.type,
      number: "57",
      title: CONTRACT.title,
      amount: null,
      workman: null,
      sha256: "cd34",
      canSign: true,
      obstacle: null,
    },
  ],
  signableCount: 2,
  totalAmount: 5400.5,
  agreementText: "Вводя код, я подписываю документы",
  agreementVersion: "1",
  version: "documents=x",
};

beforeEach(() => {
  provideModals(edocumentsModule.modals ?? {});
  resetSession(aPerson(null, { isWorkman: true }), "token");
});

function show(handlers: Parameters<typeof consoleServer>[0] = {}) {
  const items = [ACT, CONTRACT];
  const server = consoleServer({
    "GET /edoc-api/documents": {
      body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: 2 } },
    },
    "GET /open-api/v1/job-documents/info-sign": { body: INFO },
    "POST /open-api/v1/job-documents/send-sign-code": { body: SENT },
    ...handlers,
  });
  renderConsole(<WorkmanEdocumentList />, {
    address: "/profile/workman/edo",
    modules: [edocumentsModule],
  });
  return server;
}

test("all documents that wait are shown with their sum and signed by one code of exactly what was seen", async () => {
  const { seen } = show({
    "POST /open-api/v1/job-documents/mass-sign": {
      body: { signedCount: 1, failed: [{ documentID: 57, message: "Срок подписания истёк" }] },
    },
  });
  const banner = (await screen.findByText(/Ждут вашей подписи: 2/)).closest(
    ".ant-alert",
  ) as HTMLElement;
  fireEvent.click(within(banner).getByRole("button", { name: "Подписать одним кодом" }));
  const dialog = await screen.findByRole("dialog", { name: "Подписать документы" });
  await within(dialog).findByText("Вводя код, я подписываю документы");
  expect(plain(dialog.textContent)).toContain("Вы подпишете 2 документа на 5 400,50 ₽");
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
    target: { value: "222222" },
  });
  await within(dialog).findByText("Договор № 57: Срок подписания истёк");
  expect(seen.find(({ path }) => path.endsWith("/send-sign-code"))?.body).toEqual({
    documentIDs: [56, 57],
    version: INFO.version,
  });
  expect(seen.find(({ path }) => path.endsWith("/mass-sign"))?.body).toEqual({
    documentIDs: [56, 57],
    otp: "222222",
    version: INFO.version,
  });
});

test("a document is refused with a reason that the customer reads", async () => {
  const { seen } = show({
    "POST /edoc-api/documents/56/reject-by-recipient": {
      body: { ...ACT, state: { id: "REJECTED", title: "Отклонён" } },
    },
  });
  await openCommands("Акт № 56");
  runCommand("Отказаться подписывать");
  const dialog = await screen.findByRole("dialog", { name: "Отказаться подписывать" });
  await within(dialog).findByText(/Выплата по этому акту не уйдёт/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Отказаться подписывать" }));
  await within(dialog).findByText("Выберите причину");
  fireEvent.click(within(dialog).getByRole("radio", { name: "Неверная сумма" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Отказаться подписывать" }));
  await screen.findByText("Отказ отправлен заказчику");
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/reject-by-recipient"))?.body).toEqual({
      id: 56,
      reasonID: "WRONG_AMOUNT",
    }),
  );
});
