import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi, onTestFinished } from "vitest";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { WEBHOOK_STATE } from "#contract/webhooks/webhook.ts";
import { column } from "#console/kit/columns.tsx";
import { ActionsMenu } from "#console/kit/row-actions.tsx";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { filter } from "#console/kit/filters.tsx";
import { LinkButton } from "#console/kit/link-button.tsx";
import { ListTabs } from "#console/kit/list-tabs.tsx";
import { syncProductClock } from "#web/live/product-clock.ts";
import { periodPresets } from "#console/kit/period-field.tsx";
import { ReasonField } from "#console/kit/reason-field.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { PeriodFilter } from "#console/kit/period-filter.tsx";
import { PostingsTable } from "#console/kit/postings-table.tsx";
import { RowDrawer } from "#console/kit/row-drawer.tsx";
import { ListSettingsMenu } from "#console/kit/list-settings-menu.tsx";
import { PLAIN_SETTINGS, readSettings, visibleColumns } from "#console/kit/use-list-settings.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { resetSession } from "#web/session/session.ts";
import { chooseOption } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

beforeEach(() => resetSession(aPerson(), "token"));

const plain = (text: string | null | undefined) => text?.replaceAll("\u00A0", " ");
const cell = (shown: ReturnType<typeof column.text>) =>
  plain(render(<MemoryRouter>{shown.render(null as never)}</MemoryRouter>).container.textContent);

test("columns format what they show, and show a dash for what is not there", () => {
  expect(cell(column.money("a", "Сумма", () => 1234.5))).toBe("1 234,50 ₽");
  expect(cell(column.money("a", "Сумма", () => null))).toBe("—");
  expect(cell(column.date("a", "День", () => "2026-09-05", { isDay: true }))).toContain("2026");
  expect(cell(column.phone("a", "Телефон", () => "79000000102"))).toBe("+7 (900) 000 01 02");
  expect(cell(column.phone("a", "Телефон", () => null))).toBe("—");
  expect(cell(column.inn("a", "ИНН", () => null))).toBe("—");
  expect(cell(column.text("a", "Имя", () => undefined))).toBe("—");
  expect(cell(column.link("a", "Задание", () => null))).toBe("—");
  expect(cell(column.state("a", "Состояние", () => ({ title: "Выполнен", tone: "good" })))).toBe(
    "Выполнен",
  );
  expect(column.money("a", "Сумма", () => 1).align).toBe("right");
});

test("a column of states is as wide as the longest of them", () => {
  const widthOf = (states: object) =>
    column.state("a", "Состояние", () => null, {
      states: { titles: states as Record<string, string> },
    }).width ?? 0;
  // Chrome's width of these titles in the widest font, with icon and padding.
  expect(widthOf({ A: "Выполнено, ожидает приёмки" })).toBeGreaterThanOrEqual(193 + 49);
  expect(widthOf(WEBHOOK_STATE.titles)).toBeGreaterThanOrEqual(65 + 49);
  expect(column.state("a", "Состояние", () => null, { states: JOB_STATE, width: 90 }).width).toBe(
    90,
  );
});

test("a long state stands in fewer words, its column is narrower, and the tooltip says the whole", async () => {
  const shown = column.state(
    "state",
    "Состояние",
    () => ({ title: JOB_STATE.titles.WORKMANPENDING, tone: "progress" }),
    { states: JOB_STATE },
  );
  expect(shown.width).toBeLessThan(
    column.state("state", "Состояние", () => null, { states: { titles: JOB_STATE.titles } })
      .width ?? 0,
  );
  render(<>{shown.render(null as never)}</>);
  fireEvent.mouseEnter(screen.getByText("Ждёт исполнителя"));
  expect((await screen.findByRole("tooltip")).textContent).toBe("Ожидает исполнителя");
});

test("a page that is a command is a link in the shape of Ant Design's button, and opens without loading the product anew", async () => {
  const { address } = renderConsole(
    <LinkButton to="/profile/jobs/accept">Принять результаты</LinkButton>,
    { address: "/profile/jobs" },
  );
  const link = screen.getByRole("link", { name: "Принять результаты" });
  expect([link.getAttribute("href"), link.classList.contains("ant-btn-variant-outlined")]).toEqual([
    "/profile/jobs/accept",
    true,
  ]);
  fireEvent.click(link);
  await waitFor(() => expect(address()).toBe("/profile/jobs/accept"));
});

test("the counter of a long text has room of its own above the hint", () => {
  const { container } = render(<CountedArea maxLength={500} />);
  const field = container.querySelector<HTMLElement>(".ant-input-textarea-show-count");
  expect([field?.dataset["count"] ?? field?.textContent, field?.style.marginBottom]).toEqual([
    "0 / 500",
    "22px",
  ]);
});

test("the open tab of sister lists is scrolled into sight, also when its count has come", () => {
  // Chrome returns a promise, which is no effect's clean-up.
  const scroll = vi.fn(async () => undefined);
  Element.prototype.scrollIntoView = scroll as never;
  const tabs = (count?: number) => (
    <MemoryRouter initialEntries={["/profile/jobs/finished"]}>
      <ListTabs
        label="Этапы"
        tabs={[
          { to: "/profile/jobs", label: "Все" },
          { to: "/profile/jobs/finished", label: "Завершённые", count },
        ]}
      />
    </MemoryRouter>
  );
  const { rerender, unmount } = render(tabs());
  rerender(tabs(3));
  // Both times the same element.
  expect(scroll.mock.instances.map((tab) => (tab as unknown as Element).textContent)).toEqual([
    "Завершённые (3)",
    "Завершённые (3)",
  ]);
  unmount();
});

test("commands of a row: dangerous ones stand apart, one that has to wait says why", async () => {
  const cancel = vi.fn();
  render(
    <ActionsMenu
      name="Реестр № 1"
      actions={[
        { key: "cancel", label: "Отменить", isDangerous: true, onClick: cancel },
        { key: "pay", label: "Запустить", reason: "Не хватает денег", onClick: cancel },
      ]}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Действия: Реестр № 1" }));
  const menu = await screen.findByRole("menu");
  expect(
    within(menu)
      .getAllByRole("menuitem")
      .map((item) => item.textContent),
  ).toEqual(["Запустить", "Отменить"]);
  expect(menu.querySelectorAll(".ant-dropdown-menu-item-divider")).toHaveLength(1);
  expect(within(menu).getByText("Запустить").title).toBe("Не хватает денег");
  fireEvent.click(within(menu).getByText("Запустить"));
  expect(cancel).not.toHaveBeenCalled();
});

test("filters write what is chosen and say it in words", async () => {
  const options = [{ id: 1, title: "Север" }, { id: 2, title: "Юг" }]; // prettier-ignore
  const many = filter.manyOf("projectIDs", "Проект", options);
  expect(many.describe({ projectIDs: ["1", "2"] })).toBe("Проект: Север, Юг");
  expect(many.describe({})).toBeNull();
  expect(plain(filter.period("Дата").describe({ periodStart: "2026-09-01" }) as string)).toContain(
    "Дата: с ",
  );
  expect(filter.money("Сумма", "from", "to").describe({ from: "100", to: "200" })).toBe(
    "Сумма: от 100 ₽ до 200 ₽",
  );
  const change = vi.fn();
  render(<>{filter.oneOf("state", "Состояние", options).render({}, change)}</>);
  await chooseOption("Состояние", "Юг");
  expect(change).toHaveBeenCalledWith({ state: "2" });
});

test("periods are of Moscow: at half past midnight of the first the month is the new one", () => {
  const presets = new Map(
    periodPresets(new Date("2026-09-30T21:30:00Z")).map(({ label, value }) => [
      label,
      value.map((day) => day.format("YYYY-MM-DD")),
    ]),
  );
  expect(presets.get("Сегодня")).toEqual(["2026-10-01", "2026-10-01"]);
  expect(presets.get("Этот месяц")).toEqual(["2026-10-01", "2026-10-01"]);
  expect(presets.get("Прошлый месяц")).toEqual(["2026-09-01", "2026-09-30"]);
  expect(presets.get("Квартал")).toEqual(["2026-10-01", "2026-10-01"]);
});

test("periods count from the product's clock, not from the computer's", () => {
  onTestFinished(() => syncProductClock(new Date().toUTCString()));
  syncProductClock("Sun, 15 Nov 2026 09:00:00 GMT");
  const [today] = periodPresets();
  expect(today?.value.map((day) => day.format("YYYY-MM-DD"))).toEqual(["2026-11-15", "2026-11-15"]);
});

test("columns a person has chosen keep their order; broken or older settings are taken as far as they go", () => {
  const columns = [{ key: "a", isFixed: true }, { key: "b" }, { key: "c", isHidden: true }];
  const of = (value: string) => visibleColumns(columns, readSettings(value)).map(({ key }) => key);
  expect(of("")).toEqual(["a", "b"]);
  expect(of('{"shown":["c"],"order":["c","a"]}')).toEqual(["c", "a", "b"]);
  expect(of('{"hidden":["a","b"]}')).toEqual(["a"]);
  expect(of("not json")).toEqual(["a", "b"]);
  expect(of('{"pinned":["b"]}')).toEqual(["b", "a"]);
  const widths = visibleColumns(
    [
      { key: "a", width: 150 },
      { key: "b", width: 90 },
    ],
    readSettings('{"widths":{"b":240}}'),
  ).map(({ width }) => width);
  expect(widths).toEqual([150, 240]);
});

test("a column is pinned at the left, and moves among the pinned or among the others only", async () => {
  const columns = [
    { key: "a", title: "Имя", isFixed: true },
    { key: "b", title: "Сумма" },
    { key: "c", title: "Дата" },
    { key: "actions", title: "", isFixed: true },
  ];
  const settings = { ...PLAIN_SETTINGS, pinned: ["b"] };
  const change = vi.fn();
  render(
    <ListSettingsMenu
      columns={columns}
      visible={visibleColumns(columns, settings)}
      settings={settings}
      onChange={change}
      onReset={vi.fn()}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Колонки и плотность" }));
  expect(
    (await screen.findByRole("button", { name: "Сумма: закрепить слева" })).getAttribute(
      "aria-pressed",
    ),
  ).toBe("true");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Имя: выше" }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Дата: ниже" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Дата: закрепить слева" }));
  expect(change).toHaveBeenCalledWith({ pinned: ["b", "c"] });
});

test("a column is as wide as a person sets it, and as wide as the list has it when the number is taken away", async () => {
  const columns = [
    { key: "a", title: "Имя", isFixed: true },
    { key: "b", title: "Сумма" },
  ];
  const change = vi.fn();
  const menu = (widths: Record<string, number>) => (
    <ListSettingsMenu
      columns={columns}
      visible={visibleColumns(columns, { ...PLAIN_SETTINGS, widths })}
      settings={{ ...PLAIN_SETTINGS, widths }}
      onChange={change}
      onReset={vi.fn()}
    />
  );
  const { rerender } = render(menu({ a: 300 }));
  fireEvent.click(screen.getByRole("button", { name: "Колонки и плотность" }));
  fireEvent.change(await screen.findByRole("spinbutton", { name: "Сумма: ширина в точках" }), {
    target: { value: "160" },
  });
  expect(change).toHaveBeenLastCalledWith({ widths: { a: 300, b: 160 } });
  rerender(menu({ a: 300, b: 160 }));
  fireEvent.change(screen.getByRole("spinbutton", { name: "Имя: ширина в точках" }), {
    target: { value: "" },
  });
  expect(change).toHaveBeenLastCalledWith({ widths: { b: 160 } });
});

test("a row's drawer is a part of the address: a link opens it, closing takes it out", async () => {
  const { address } = renderConsole(
    <RowDrawer
      rows={[{ id: 5, name: "Пятый" }]}
      parameter="open"
      title={({ name }) => name}
      content={({ id }) => `Запись ${id}`}
    />,
    { address: "/r?currentPage=2&open=5" },
  );
  expect((await screen.findByRole("dialog")).textContent).toContain("Запись 5");
  fireEvent.click(screen.getByRole("button", { name: /close|закрыть/i }));
  await waitFor(() => expect(address()).toBe("/r?currentPage=2"));
});

test("a command that asks waits for its reason, keeps a refusal in the modal, and closes when it is done", async () => {
  const server = consoleServer({
    "POST /open-api/v1/employees/3/pause": {
      status: 409,
      body: { code: "conflict", message: "Исполнителя уже приостановили", requestId: "r" },
    },
  });
  function Screen() {
    const { show } = useModal();
    return (
      <button
        onClick={() =>
          show({
            title: "Приостановить",
            content: (
              <RecordForm
                endpoint={employeeEndpoints.pause}
                sentence="Иванов не получит новых заданий"
                submitTitle="Приостановить"
                input={() => ({ params: { id: 3 } })}
                done="Приостановлен"
              >
                <ReasonField reasons={[{ id: "OTHER", title: "Другое" }]} />
              </RecordForm>
            ),
          })
        }
      >
        Спросить
      </button>
    );
  }
  renderConsole(<Screen />, { address: "/r" });
  fireEvent.click(screen.getByRole("button", { name: "Спросить" }));
  const dialog = await screen.findByRole("dialog");
  const submit = within(dialog).getByRole("button", { name: "Приостановить" });
  expect(document.activeElement).not.toBe(submit);
  fireEvent.click(submit);
  expect((await within(dialog).findByRole("alert")).textContent).toBe("Выберите причину");
  expect(server.seen.filter(({ method }) => method === "POST")).toEqual([]);
  fireEvent.click(within(dialog).getByRole("radio", { name: "Другое" }));
  fireEvent.click(submit);
  await within(dialog).findByText(/Исполнителя уже приостановили/);
  server.set("POST /open-api/v1/employees/3/pause", { body: {} });
  fireEvent.click(submit);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("postings tell from where to where, or why there are none", () => {
  const posting = {
    id: 1,
    entryID: 1,
    at: "2026-09-05T10:00:00Z",
    event: { id: "HOLD", title: "Заморозка средств" },
    debit: { id: "CUST_AVAIL", title: "Доступно заказчику" },
    credit: { id: "CUST_RES", title: "Заморожено" },
    amount: 100,
    reversesID: null,
    registryItemID: null,
    comment: null,
  };
  const { rerender } = render(<PostingsTable postings={[posting]} isLoading={false} />);
  expect(plain(screen.getAllByRole("row").at(-1)?.textContent)).toContain(
    "Доступно заказчикуЗаморожено100,00 ₽",
  );
  rerender(<PostingsTable postings={[]} isLoading={false} failure="Нет связи" />);
  expect(screen.getByRole("alert").textContent).toContain("Нет связи");
});

test("the period of a list says what is chosen and becomes a field with the focus when it is asked for", async () => {
  render(
    <PeriodFilter label="Дата" width={230} from="2026-09-01" to="" onChange={() => undefined} />,
  );
  fireEvent.click(screen.getByRole("button", { name: "01.09.2026 – …" }));
  const [first, last] = await screen.findAllByRole("textbox", { name: "Дата" });
  expect(first).toHaveProperty("value", "01.09.2026");
  expect(last).toHaveProperty("value", "");
  expect(document.activeElement).toBe(first);
});
