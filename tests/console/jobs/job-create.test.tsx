import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { resetSession } from "#web/session/session.ts";
import JobCreate from "#console/jobs/job-create-page.tsx";
import { descriptionTemplate } from "#contract/jobs/description-template.ts";
import {
  Service as ServiceSchema,
  ServiceGroup as GroupSchema,
} from "#contract/reference-data/reference-data.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

const SERVICE = {
  ...(sampleOf(ServiceSchema) as object),
  id: 401,
  groupID: 4,
  code: "0401",
  title: "Мойка окон",
  unit: "шт.",
  needsLicense: false,
  defaultReceiptText: "Услуги: мойка окон",
  isActive: true,
};

beforeEach(() => resetSession(aPerson("OWNER"), "token"));

test("a job for several workers has a description to fill in, and becomes as many jobs, published together", async () => {
  const { seen } = consoleServer({
    "GET /client-api/service/list": { body: { items: [SERVICE] } },
    "GET /client-api/service-group/list": {
      body: {
        items: [
          { ...(sampleOf(GroupSchema) as object), id: 4, code: "04", title: "Уборка и клининг" },
        ],
      },
    },
    "GET /client-api/city/list": { body: { items: [] } },
    "GET /open-api/v1/projects": { body: { items: [] } },
    "GET /client-api/jobTags": { body: { items: [] } },
    "GET /client-api/job/estimate": {
      body: { median: null, jobsCount: 0, commission: null, total: null },
    },
    "POST /open-api/v1/jobs/create-many": { body: { jobIDs: [7, 8, 9] } },
    "POST /open-api/v1/jobs/mass-publish": {
      body: { publishedCount: 3, sentToModerationCount: 0, failed: [] },
    },
  });
  const { address } = renderConsole(<JobCreate />, {
    address: "/jobs/create",
    modules: CONSOLE_MODULES,
  });
  const service = await screen.findByLabelText("Услуга");
  await waitFor(() => expect((service as HTMLInputElement).disabled).toBe(false));
  expect(screen.queryByRole("button", { name: "Вставить шаблон описания" })).toBeNull();
  fireEvent.mouseDown(service);
  fireEvent.change(service, { target: { value: "окон" } });
  fireEvent.click(await screen.findByTitle("Мойка окон"));
  fireEvent.click(await screen.findByRole("button", { name: "Вставить шаблон описания" }));
  const text = (screen.getByLabelText("Описание") as HTMLTextAreaElement).value;
  screen.getByText("Это задание увидят все исполнители");
  fireEvent.click(screen.getByRole("radio", { name: "Избранные исполнители" }));
  await screen.findByText(
    "Это задание увидят только избранные исполнители вашей компании и приглашённые",
  );
  screen.getByText(/остальные его не найдут/);
  expect(text).toMatch(
    /^Что сделать: мойка окон\.\nПлощадь и что за помещение: \n[\s\S]*Сколько штук[\s\S]*Как примете результат: $/,
  );
  fireEvent.change(screen.getByLabelText("Название"), { target: { value: "Помыть витрины" } });
  fireEvent.change(screen.getByLabelText("Сколько нужно исполнителей"), { target: { value: "3" } });
  fireEvent.click(screen.getByRole("button", { name: "Опубликовать" }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/create-many"))?.body).toMatchObject({
      serviceID: 401,
      title: "Помыть витрины",
      description: text,
      visibility: "FAVOURITES",
      workmenCount: 3,
    }),
  );
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/mass-publish"))?.body).toEqual({
      jobIDs: [7, 8, 9],
    }),
  );
  await waitFor(() => expect(address()).toBe("/profile/jobs"));
  await screen.findByText(/Опубликовано: 3/);
});

test("a template asks for a licence where the service needs one", () => {
  expect(
    descriptionTemplate({ title: "Электромонтаж", code: "0503", unit: "усл.", needsLicense: true }),
  ).toContain("Какой допуск или лицензия нужны");
});

test("the map suggests addresses while one is typed; without it any text is taken", async () => {
  const { set, seen } = consoleServer({
    "GET /client-api/service/list": { body: { items: [SERVICE] } },
    "GET /client-api/service-group/list": { body: { items: [] } },
    "GET /client-api/city/list": { body: { items: [] } },
    "GET /open-api/v1/projects": { body: { items: [] } },
    "GET /client-api/jobTags": { body: { items: [] } },
    "GET /open-api/v1/geocode": {
      body: {
        items: [{ address: "г. Казань, Баумана, 5", latitude: 55.7, longitude: 49.1, cityID: 3 }],
      },
    },
  });
  renderConsole(<JobCreate />, { address: "/jobs/create", modules: CONSOLE_MODULES });
  const field = await screen.findByLabelText<HTMLInputElement>("Адрес");
  fireEvent.change(field, { target: { value: "Казань Баум" } });
  fireEvent.click(
    await screen.findByText("г. Казань, Баумана, 5", {
      selector: ".ant-select-item-option-content",
    }),
  );
  expect(field.value).toBe("г. Казань, Баумана, 5");
  expect(seen.find(({ path }) => path.endsWith("/geocode"))?.query.get("query")).toBe(
    "Казань Баум",
  );
  set("GET /open-api/v1/geocode", {
    status: 503,
    body: {
      message: "Карты сейчас не отвечают. Укажите адрес текстом",
      code: "unavailable",
      requestId: "r",
    },
  });
  fireEvent.change(field, { target: { value: "Склад у реки" } });
  await waitFor(() =>
    expect(seen.filter(({ path }) => path.endsWith("/geocode")).length).toBeGreaterThan(1),
  );
  expect(field.value).toBe("Склад у реки");
  expect(screen.queryByRole("alert")).toBeNull();
});
