import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
  type JobDocumentState,
} from "#contract/job-documents/job-document-states.ts";
import type { JobDocument, PlatformAct, SignInfo } from "#contract/job-documents/job-document.ts";
import { resetSession } from "#web/session/session.ts";
import DocumentList from "#console/job-documents/document-list.tsx";
import { jobDocumentsModule } from "#console/job-documents/index.tsx";
import PlatformActList from "#console/job-documents/platform-act-list.tsx";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const LIST = "GET /open-api/v1/job-documents";
const INFO = "GET /open-api/v1/job-documents/info-sign";
const TOTALS = { toSignCount: 2, toSignAmount: 7000, awaitedCount: 5, lateCount: 1 };
const DAY_MS = 86_400_000;
const plain = (element: Element | null | undefined) =>
  (element?.textContent ?? "").replaceAll("\u00A0", " ");
const typeOf = (id: keyof typeof JOB_DOCUMENT_TYPE.titles) => ({
  id,
  title: JOB_DOCUMENT_TYPE.titles[id],
});
const stateOf = (id: JobDocumentState) => ({ id, title: JOB_DOCUMENT_STATE.titles[id] });

function aDocument(
  id: number,
  state: JobDocumentState,
  changed: Partial<JobDocument> = {},
): JobDocument {
  const isMine = state === "SENT";
  return {
    id,
    type: typeOf("CONTRACT"),
    state: stateOf(state),
    number: String(id),
    date: "2026-11-20",
    title: `Договор № ${id} от 20.11.2026`,
    amount: 3500,
    job: null,
    account: null,
    workman: { id: 7, name: "Петров Иван" },
    project: null,
    tags: [],
    sha256: "a".repeat(64),
    signedBySenderAt: null,
    signedByRecipientAt: null,
    payoutNote: null,
    autoSignAt: null,
    expiresAt: null,
    awaits: isMine ? "account" : state === "SIGNED_BY_SENDER" ? "workman" : null,
    awaitedSince: new Date(Date.now() - 4 * DAY_MS - 1000).toISOString(),
    rejectReason: null,
    rejectComment: null,
    createdAt: "2026-11-20T09:00:00Z",
    permissions: { download: true, sign: isMine, reject: isMine },
    ...changed,
  };
}

function signInfo(ids: readonly number[], obstacle: string | null = null): SignInfo {
  const items = ids.map((id, index) => ({
    id,
    type: typeOf("CONTRACT"),
    number: String(id),
    title: `Договор № ${id} от 20.11.2026`,
    amount: 3500,
    workman: { id: 7, name: "Петров Иван" },
    sha256: "a".repeat(64),
    canSign: index === 0 || obstacle === null,
    obstacle: index === 0 ? null : obstacle,
  }));
  const signableCount = items.filter(({ canSign }) => canSign).length;
  return {
    items,
    signableCount,
    totalAmount: signableCount * 3500,
    agreementText: "Подписываю простой электронной подписью",
    agreementVersion: "в редакции от 01.01.2026",
    version: "amount:1",
  };
}

const page = (documents: readonly JobDocument[]) => ({ ...aPage([...documents]), totals: TOTALS });

const REFUSED_FILE = { permissions: { download: false, sign: false, reject: false } };

function showDocuments(handlers: Parameters<typeof consoleServer>[0]) {
  const server = consoleServer(handlers);
  return {
    ...server,
    ...renderConsole(<DocumentList />, {
      address: "/profile/account/documents",
      modules: [jobDocumentsModule],
    }),
  };
}

beforeEach(() => resetSession(aPerson("SIGNATORY"), "token"));

test("a document stands with whom it waits for and for how long; the cards show just what they count", async () => {
  const { seen, address } = showDocuments({
    [LIST]: {
      body: page([
        aDocument(15, "SIGNED_BY_SENDER"),
        aDocument(16, "SENT", { workman: { id: 8, name: "Сидоров Олег" } }),
      ]),
    },
  });
  expect(plain(await screen.findByRole("row", { name: /Договор № 15/ }))).toMatch(
    /Петров Иван.*3 500,00 ₽.*Подписан отправителем.*Ждёт исполнителя 4 дня/,
  );
  fireEvent.click(screen.getByRole("button", { name: /Опаздывают/ }));
  await waitFor(() =>
    expect(
      seen.findLast(({ path }) => path === "/open-api/v1/job-documents")?.query.get("onlyLate"),
    ).toBe("true"),
  );
  expect(address()).toContain("onlyLate");
  expect(await openCommands("Договор № 15 от 20.11.2026")).toEqual(["Скачать PDF"]);
});

test("the number of a document gives its paper, and the row beside it opens the document", async () => {
  const { seen, address } = showDocuments({
    [LIST]: { body: page([aDocument(15, "SIGNED"), aDocument(16, "SIGNED", REFUSED_FILE)]) },
    "GET /open-api/v1/job-documents/15/file": { status: 404, body: { message: "Файла нет" } },
  });
  const row = within(await screen.findByRole("row", { name: /Договор № 15/ }));
  fireEvent.click(row.getByRole("button", { name: "Договор № 15 скачать PDF" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path === "/open-api/v1/job-documents/15/file")).toBe(true),
  );
  expect(address()).not.toContain("open=");
  fireEvent.click(row.getByText("Подписан"));
  await screen.findByRole("dialog", { name: "Договор № 15 от 20.11.2026" });
  // What may not be downloaded is a number alone.
  const other = within(screen.getByRole("row", { name: /Договор № 16/ }));
  expect(other.queryByRole("button", { name: /скачать/ })).toBeNull();
});

test("two documents are signed by one code, after their list, their sum and the agreement were shown", async () => {
  const { seen } = showDocuments({
    [LIST]: { body: page([aDocument(15, "SENT"), aDocument(16, "SENT"), aDocument(17, "SIGNED")]) },
    [INFO]: { body: signInfo([15, 16]) },
    "POST /open-api/v1/job-documents/send-sign-code": {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 9** *** ** 01" },
    },
    "POST /open-api/v1/job-documents/mass-sign": { body: { signedCount: 2, failed: [] } },
  });
  await screen.findByRole("row", { name: /Договор № 15/ });
  const [all] = screen.getAllByRole("checkbox");
  fireEvent.click(all as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Подписать 2 из 3" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(plain(dialog)).toContain("Вы подпишете 2 документа на 7 000,00 ₽"));
  expect(within(dialog).getAllByText(/Договор № 1[56]/)).toHaveLength(2);
  within(dialog).getByText("Подписываю простой электронной подписью");
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
    target: { value: "123456" },
  });
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/mass-sign"))?.body).toEqual({
      documentIDs: [15, 16],
      otp: "123456",
      version: "amount:1",
    }),
  );
  expect(seen.find(({ path }) => path.endsWith("/send-sign-code"))?.body).toEqual({
    documentIDs: [15, 16],
    version: "amount:1",
  });
  await screen.findByText("Подписано: 2 документа");
});

test("what cannot be signed is named and left out of the code", async () => {
  const { seen } = showDocuments({
    [LIST]: { body: page([aDocument(15, "SENT"), aDocument(16, "SENT")]) },
    [INFO]: { body: signInfo([15, 16], "Срок подписания истёк") },
    "POST /open-api/v1/job-documents/send-sign-code": {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 9** *** ** 01" },
    },
  });
  await screen.findByRole("row", { name: /Договор № 15/ });
  fireEvent.click(screen.getAllByRole("checkbox")[0] as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Подписать" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("Не будет подписан: срок подписания истёк");
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/send-sign-code"))?.body).toEqual({
      documentIDs: [15],
      version: "amount:1",
    }),
  );
});

test("refusing asks for a reason and says what will happen", async () => {
  const { seen } = showDocuments({
    [LIST]: { body: page([aDocument(15, "SENT")]) },
    "POST /open-api/v1/job-documents/15/reject": { body: aDocument(15, "REJECTED") },
  });
  await screen.findByRole("row", { name: /Договор № 15/ });
  await openCommands("Договор № 15 от 20.11.2026");
  runCommand("Отклонить");
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Отклонить" }));
  await within(dialog).findByText("Выберите причину");
  fireEvent.click(within(dialog).getByRole("radio", { name: "Неверные данные" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Отклонить" }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/reject"))?.body).toEqual({
      reasonID: "WRONG_DATA",
    }),
  );
});

test("an empty list says where documents come from", async () => {
  showDocuments({
    [LIST]: {
      body: {
        ...page([]),
        totals: { toSignCount: 0, toSignAmount: 0, awaitedCount: 0, lateCount: 0 },
      },
    },
  });
  await screen.findByText(/^Документов пока нет/);
});

test("acts of the platform stand by month with their sums, and the chosen ones are one archive", async () => {
  const act = (id: number, month: string): PlatformAct => ({
    id,
    documentID: id + 100,
    type: typeOf("PLATFORM_ACT"),
    state: stateOf("SIGNED"),
    number: `${month}/1`,
    date: `${month}-28`,
    periodStart: `${month}-01`,
    periodEnd: `${month}-28`,
    amount: 1200,
    vat: 200,
  });
  const server = consoleServer({
    "GET /client-api/act/list": {
      body: {
        ...aPage([act(1, "2026-02"), act(2, "2026-01")]),
        totals: { amount: 2400, vat: 400 },
      },
    },
    "POST /open-api/v1/job-documents/download": { body: {} },
  });
  renderConsole(<PlatformActList />, {
    address: "/profile/account/acts",
    modules: [jobDocumentsModule],
  });
  expect(plain(await screen.findByRole("row", { name: /февраль 2026/ }))).toMatch(
    /Акт платформы № 2026-02\/1.*1 200,00 ₽.*200,00 ₽/,
  );
  expect(plain(screen.getByText(/На сумму/))).toBe("На сумму 2 400,00 ₽, в том числе НДС 400,00 ₽");
  fireEvent.click(screen.getAllByRole("checkbox")[0] as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Скачать выбранные" }));
  await waitFor(() =>
    expect(server.seen.find(({ path }) => path.endsWith("/download"))?.body).toEqual({
      documentIDs: [101, 102],
    }),
  );
});
