import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { resetSession } from "#console/providers/session.ts";
import { JobBulk } from "#console/resources/jobs/job-bulk.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPublicJob } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

beforeEach(() => resetSession(aPerson("PROJECT_MANAGER"), "token"));

test("tags are added to the chosen jobs; those that could not take them are named", async () => {
  const { seen } = consoleServer({
    "GET /client-api/jobTags": { body: { items: [{ id: 4, title: "Срочное" }] } },
    "POST /open-api/v1/jobs/mass-tag": { body: { taggedCount: 1, failed: [{ jobID: 8, message: "У задания может быть не больше 10 тегов" }] } },
  });
  let cleared = 0;
  const rows = [7, 8].map((id) => ({ ...aPublicJob(), id })) as unknown as JobCard[];
  renderConsole(<JobBulk selection={{ rows, keys: [7, 8], isEverything: false, clear: () => (cleared += 1) } as unknown as Selection<JobCard>} />);
  fireEvent.click(await screen.findByRole("button", { name: "Добавить теги" }));
  const dialog = await screen.findByRole("dialog", { name: "Добавить теги" });
  fireEvent.mouseDown(within(dialog).getByLabelText("Теги"));
  fireEvent.click(await screen.findByTitle("Срочное"));
  fireEvent.click(within(dialog).getByRole("button", { name: "Добавить" }));
  await screen.findByText("Теги добавлены заданиям: 1. Не удалось: 1 (У задания может быть не больше 10 тегов)");
  expect(seen.find(({ path }) => path.endsWith("/mass-tag"))?.body).toEqual({ jobIDs: [7, 8], jobTagsIDs: [4] });
  await waitFor(() => expect(cleared).toBe(1));
});
