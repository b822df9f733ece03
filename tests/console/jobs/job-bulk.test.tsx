import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { jobInvitesModule } from "#console/job-invites/index.tsx";
import { JobBulk } from "#console/jobs/job-bulk.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage, aPublicJob } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

provideModals(jobInvitesModule.modals ?? {});
beforeAll(() => jobInvitesModule.modals?.["invite-create"]?.load(), 60_000);
beforeEach(() => resetSession(aPerson("PROJECT_MANAGER"), "token"));

test("tags are added to the chosen jobs; those that could not take them are named", async () => {
  const { seen } = consoleServer({
    "GET /client-api/jobTags": { body: { items: [{ id: 4, title: "Срочное" }] } },
    "POST /open-api/v1/jobs/mass-tag": {
      body: {
        taggedCount: 1,
        failed: [{ jobID: 8, message: "У задания может быть не больше 10 тегов" }],
      },
    },
  });
  let cleared = 0;
  const rows = [7, 8].map((id) => ({ ...aPublicJob(), id })) as unknown as JobCard[];
  renderConsole(
    <JobBulk
      selection={
        {
          rows,
          keys: [7, 8],
          isEverything: false,
          clear: () => (cleared += 1),
        } as unknown as Selection<JobCard>
      }
    />,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Добавить теги" }));
  const dialog = await screen.findByRole("dialog", { name: "Добавить теги" });
  fireEvent.mouseDown(within(dialog).getByLabelText("Теги"));
  fireEvent.click(await screen.findByTitle("Срочное"));
  fireEvent.click(within(dialog).getByRole("button", { name: "Добавить" }));
  await screen.findByText(
    "Теги добавлены заданиям: 1. Не удалось: 1 (У задания может быть не больше 10 тегов)",
  );
  expect(seen.find(({ path }) => path.endsWith("/mass-tag"))?.body).toEqual({
    jobIDs: [7, 8],
    jobTagsIDs: [4],
  });
  await waitFor(() => expect(cleared).toBe(1));
});

const chosen = (rows: readonly Partial<JobCard>[], clear = () => undefined as void) =>
  ({
    rows,
    keys: rows.map(({ id }) => id),
    isEverything: false,
    clear,
  }) as unknown as Selection<JobCard>;
const looking = (id: number, title: string, createInvite = true) => ({
  ...aPublicJob(),
  id,
  title,
  permissions: { ...aPublicJob().permissions, createInvite },
});

test("favourites are invited to the chosen jobs that look for somebody; whom a job could not take is named", async () => {
  const { seen } = consoleServer({
    "GET /open-api/v1/employees": {
      body: aPage([
        {
          id: 1,
          name: "Иванов Пётр",
          phone: "79000000104",
          workman: { id: 4, name: "Иванов Пётр" },
        },
      ]),
    },
    "POST /open-api/v1/job-invites/create-many": {
      body: {
        invitedCount: 1,
        failed: [
          {
            jobID: 8,
            workmanID: 4,
            phone: null,
            message: "Исполнитель уже приглашён в это задание",
          },
        ],
      },
    },
  });
  let cleared = 0;
  renderConsole(
    <JobBulk
      selection={chosen(
        [
          looking(7, "Разнести листовки"),
          looking(8, "Собрать шкафы"),
          looking(9, "Закрытое", false),
        ],
        () => void (cleared += 1),
      )}
    />,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Пригласить" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Пригласить в задание" }));
  await dialog.findByText(/Каждого пригласим в 2 задания/);
  fireEvent.mouseDown(dialog.getByLabelText("Кого пригласить"));
  fireEvent.click(await screen.findByTitle("Иванов Пётр"));
  fireEvent.click(dialog.getByRole("button", { name: "Пригласить" }));
  await dialog.findByText("Собрать шкафы, Иванов Пётр: Исполнитель уже приглашён в это задание");
  expect(seen.find(({ path }) => path.endsWith("/create-many"))?.body).toEqual({
    jobIDs: [7, 8],
    workmanIDs: [4],
  });
  expect(cleared).toBe(1);
});

test("phones are invited to the chosen jobs; half a number is named before it is sent", async () => {
  const { seen } = consoleServer({
    "GET /open-api/v1/employees": { body: aPage([]) },
    "POST /open-api/v1/job-invites/create-many": { body: { invitedCount: 2, failed: [] } },
  });
  renderConsole(<JobBulk selection={chosen([looking(7, "Разнести листовки")])} />);
  fireEvent.click(await screen.findByRole("button", { name: "Пригласить" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Пригласить в задание" }));
  fireEvent.click(await dialog.findByText("По телефону"));
  const type = (text: string) => {
    const input = dialog.getByLabelText("Телефоны");
    fireEvent.change(input, { target: { value: text } });
    fireEvent.keyDown(input, { key: "Enter", keyCode: 13 });
  };
  type("8 903 111-22-33");
  type("12345");
  fireEvent.click(dialog.getByRole("button", { name: "Пригласить" }));
  await dialog.findAllByText(/Укажите телефон полностью: 12345/);
  fireEvent.click(
    dialog.getByTitle("12345").querySelector(".ant-select-selection-item-remove") as HTMLElement,
  );
  fireEvent.click(dialog.getByRole("button", { name: "Пригласить" }));
  await screen.findByText("2 приглашения отправлены");
  expect(seen.find(({ path }) => path.endsWith("/create-many"))?.body).toEqual({
    jobIDs: [7],
    phones: ["79031112233"],
  });
});

test("where none of the chosen jobs looks for somebody, the command says so", async () => {
  consoleServer({});
  renderConsole(<JobBulk selection={chosen([looking(9, "Закрытое", false)])} />);
  expect(
    (await screen.findByRole("button", { name: "Пригласить" }))
      .closest("[title]")
      ?.getAttribute("title"),
  ).toBe("Среди выбранных нет заданий, которые ищут исполнителя");
});
