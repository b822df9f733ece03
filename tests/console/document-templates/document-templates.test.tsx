import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import {
  DOCUMENT_TEMPLATE_STATE,
  type DocumentTemplateState,
} from "#contract/document-templates/document-template-states.ts";
import { resetSession } from "#web/session/session.ts";
import { documentTemplatesModule } from "#console/document-templates/index.tsx";
import TemplateArchive from "#console/document-templates/template-archive-list.tsx";
import TemplateList from "#console/document-templates/template-list.tsx";
import TemplateUpload from "#console/document-templates/template-upload.tsx";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const PATH = "/open-api/v1/account-document-templates";
const LIST = `GET ${PATH}`;
const blocks = [
  {
    kind: "paragraph",
    align: "left",
    level: 1,
    marker: "1.",
    runs: [{ text: "Договор с Ивановым", bold: false, italic: false }],
  },
];

function aTemplate(
  id: number,
  state: DocumentTemplateState,
  changed: Partial<DocumentTemplate> = {},
): DocumentTemplate {
  return {
    id,
    title: "Договор подряда",
    type: { id: "CONTRACT", title: "Договор" },
    state: { id: state, title: DOCUMENT_TEMPLATE_STATE.titles[state] },
    version: id,
    project: null,
    rejectReason: null,
    problems: [],
    fileName: "Договор.docx",
    author: { id: 1, name: "Иванова Мария" },
    documentsCount: 4,
    createdAt: "2026-11-20T09:00:00Z",
    permissions: {
      archive: state === "ACTIVE",
      activate: state === "ARCHIVED",
      send: state === "ACTIVE",
    },
    ...changed,
  };
}

const show = (
  page: React.ReactNode,
  handlers: Parameters<typeof consoleServer>[0],
  address = "/profile/account/document-templates",
) => ({
  ...consoleServer(handlers),
  ...renderConsole(page, { address, modules: [documentTemplatesModule] }),
});
/** Ant Design's upload needs no layout: set its input. */
function chooseFile(name = "Договор.docx"): void {
  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, {
    target: { files: [new File(["x"], name)] },
  });
}

beforeEach(() => resetSession(aPerson("OWNER"), "token"));

test("templates stand with version and state; each state has its own commands, and the lists ask for their own states", async () => {
  const { seen } = show(<TemplateList />, {
    [LIST]: {
      body: aPage([
        aTemplate(2, "ACTIVE"),
        aTemplate(3, "REJECTED", {
          rejectReason: { id: "UNKNOWN_FIELDS", title: "Неизвестные поля" },
        }),
      ]),
    },
  });
  await screen.findByRole("row", { name: /Договор подряда.*Действует/ });
  expect(seen.find(({ path }) => path === PATH)?.query.getAll("states")).toEqual([
    "CHECKING",
    "ACTIVE",
    "REJECTED",
  ]);
  expect(await openCommands("Договор подряда, версия 2")).toEqual([
    "Отправить исполнителям",
    "Скачать образец PDF",
    "Скачать образец DOCX",
    "Скачать исходный файл",
    "Убрать в архив",
  ]);
  expect(screen.getByRole("button", { name: "Загрузить шаблон" })).toBeTruthy();
});

test("a version from the archive is put in force after it is said what becomes of the present one", async () => {
  const { seen } = show(
    <TemplateArchive />,
    {
      [LIST]: { body: aPage([aTemplate(1, "ARCHIVED")]) },
      [`POST ${PATH}/1/activate`]: { body: aTemplate(1, "ACTIVE") },
    },
    "/profile/account/document-templates/archive",
  );
  await screen.findByRole("row", { name: /Договор подряда/ });
  expect(await openCommands("Договор подряда, версия 1")).not.toContain("Отправить исполнителям");
  runCommand("Ввести в действие");
  const dialog = await screen.findByRole("dialog");
  within(dialog).getByText(/займёт место действующего шаблона/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Ввести в действие" }));
  await waitFor(() =>
    expect(seen.some(({ path, method }) => method === "POST" && path.endsWith("/1/activate"))).toBe(
      true,
    ),
  );
});

test("the drawer shows the document with the data of the chosen worker and names what is missing", async () => {
  const { seen } = show(
    <TemplateList />,
    {
      [LIST]: { body: aPage([aTemplate(2, "ACTIVE")]) },
      [`GET ${PATH}/2/preview`]: {
        body: { workman: null, fields: [], missing: ["КПП компании"], blocks },
      },
      "GET /open-api/v1/employees": { body: aPage([]) },
    },
    "/profile/account/document-templates?open=2",
  );
  await screen.findByText("Договор с Ивановым");
  screen.getByText("Нет данных, место останется пустым: кпп компании");
  expect(screen.getByRole("link", { name: "4" }).getAttribute("href")).toContain("templateID");
  expect(screen.getByRole("link", { name: "Где он применяется" }).getAttribute("href")).toMatch(
    /^\/profile\/jobs\?.*templateID/,
  );
  expect(seen.find(({ path }) => path.endsWith("/preview"))?.query.has("workmanID")).toBe(false);
});

test("a file with mistakes is told so before anything is kept, and cannot be loaded", async () => {
  const { seen } = show(<TemplateUpload />, {
    [`POST ${PATH}/check`]: {
      body: {
        problems: ["Неизвестное поле {{зарплата}}. Выберите поле из списка"],
        fields: [],
        blocks: [],
      },
    },
    "GET /open-api/v1/projects": { body: aPage([]) },
  });
  screen.getByText("{{исполнитель_фио}}");
  chooseFile();
  await screen.findByText("Неизвестное поле {{зарплата}}. Выберите поле из списка");
  expect(
    screen.getByRole<HTMLButtonElement>("button", { name: "Загрузить и ввести в действие" })
      .disabled,
  ).toBe(true);
  expect(seen.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    `${PATH}/check`,
  ]);
});

test("a good file is shown as it will be printed, kept in the archive or put in force, and the list follows", async () => {
  const { seen, address } = show(<TemplateUpload />, {
    [`POST ${PATH}/check`]: {
      body: { problems: [], fields: [{ id: "исполнитель_фио", title: "ФИО" }], blocks },
    },
    [`POST ${PATH}`]: { body: aTemplate(5, "ARCHIVED") },
    "GET /open-api/v1/projects": { body: aPage([]) },
  });
  chooseFile();
  await screen.findByText("Договор с Ивановым");
  fireEvent.click(screen.getByRole("button", { name: "Загрузить в архив" }));
  await waitFor(() => expect(address()).toBe("/profile/account/document-templates/archive"));
  expect(
    seen
      .find(({ path, method }) => method === "POST" && path === PATH)
      ?.headers.get("idempotency-key"),
  ).toBeTruthy();
  await screen.findByText(/Шаблон в архиве/);
});

test("a harmful file is refused at its field in the server's words", async () => {
  show(<TemplateUpload />, {
    [`POST ${PATH}/check`]: {
      status: 422,
      body: { message: "Проверьте заполнение полей", errors: { file: ["В файле есть макросы"] } },
    },
    "GET /open-api/v1/projects": { body: aPage([]) },
  });
  chooseFile();
  await screen.findByText("В файле есть макросы");
});
