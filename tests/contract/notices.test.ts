import { describe, expect, test } from "vitest";
import { NOTICE_FALLBACKS, NOTICE_NAMES, NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { sampleNotice } from "#server/sandbox/notice-samples.ts";
import { specList } from "#tests/architecture/spec-list.ts";

const AT = new Date("2026-11-20T09:00:00Z");
const views = NOTICE_NAMES.map((name) => ({
  name,
  type: NOTICE_TYPES[name],
  view: viewNotice({ type: NOTICE_TYPES[name].id, resource: sampleNotice(name, AT) }),
}));

describe("every line of the specification's list of notices", () => {
  test.each(specList("notices").map((line) => line["event"] ?? ""))(
    "«%s» has words of its own",
    (event) => {
      if (event in NOTICE_FALLBACKS) return;
      const found = views.find(({ type }) => type.event === event);
      expect(found?.view.text).toMatch(/^[А-ЯЁ«].{8,}/);
      expect(Object.values(NOTICE_FALLBACKS).map(({ title }) => title)).not.toContain(
        found?.view.text,
      );
    },
  );

  test("52 lines, and no type that is in the list twice", () => {
    expect(specList("notices")).toHaveLength(52);
    const events = views.flatMap(({ type }) => type.event ?? []);
    expect(new Set(events).size).toBe(events.length);
    expect(events).toHaveLength(50);
  });
});

test("the words, the look and the link of every notice are as agreed", async () => {
  const plain = (text: string) => text.replaceAll("\u00A0", " ");
  const lines = views.map(({ name, type, view }) =>
    [
      name,
      type.side,
      view.icon,
      view.tone ?? "-",
      view.to ?? "-",
      plain([view.text, view.detail].filter(Boolean).join(" | ")),
    ].join("\t"),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("notice-sentences.txt");
});

test("only the notice of the tax authority is yellow", () => {
  expect(views.filter(({ view }) => view.tone === "tax").map(({ name }) => name)).toEqual([
    "TaxAuthorityNotice",
  ]);
});

test("a resource without its fields is «Error Data», whatever the type", () => {
  const shown = views
    .filter(({ type }) => viewNotice({ type: type.id, resource: {} }).text !== "Error Data")
    .map(({ name }) => name);
  // Sentences without fields of the resource.
  expect(shown).toEqual([
    "WorkmanAccepted",
    "WorkmanRejected",
    "WorkmanBlocked",
    "WorkmanUnblocked",
    "RequisitesChanged",
  ]);
});

test("what came broken is «Error Data», not a word of the language in a sentence", () => {
  const show = (name: string, resource: object) =>
    viewNotice({ type: `App\\Notification\\${name}`, resource }).text;
  expect(
    show("Tax\\TaxPaymentPaid", { ...sampleNotice("TaxPaymentPaid", AT), monthNumber: 13 }),
  ).toBe("Error Data");
  expect(show("Tax\\TaxPaymentPaid", { ...sampleNotice("TaxPaymentPaid", AT), amount: null })).toBe(
    "Error Data",
  );
  expect(show("Document\\DocumentExpired", { documents: [] })).toBe("Error Data");
  expect(show("Job\\JobPublished", { id: 1, title: "Тест на undefined и NaN" })).toBe(
    "Задание «Тест на undefined и NaN» опубликовано",
  );
  expect(show("Job\\JobCanceled", { id: 1, title: "Уборка" })).toBe("Задание «Уборка» отменено");
});

/** A page of the specification as a pattern. */
function pageOf(path: string): RegExp {
  return new RegExp(
    `^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+")}$`,
    "i",
  );
}

test("every notice leads to a page of the specification", () => {
  // «Это не я» is ours: it opens without a session.
  const pages = [...specList("routes").map((line) => line["path"] ?? ""), "/not-me"].map(pageOf);
  const payout = viewNotice({
    type: NOTICE_TYPES.JobPayoutSent.id,
    resource: { id: 1, title: "Разгрузка", payoutID: 5 },
  });
  expect(
    [...views.map(({ view }) => view.to), payout.to].filter(
      (to) => to !== undefined && !pages.some((page) => page.test(to.split("?")[0] ?? "")),
    ),
  ).toEqual([]);
});

test("the payments of a registry are one sentence, a single one names its job", () => {
  const say = (resource: object) =>
    (["JobPayoutSent", "JobPayoutReturned", "JobReceiptReversedByPlatform"] as const).map(
      (name) =>
        viewNotice({ type: NOTICE_TYPES[name].id, resource })
          .text.replaceAll("\u00A0", " ")
          .split(".")[0],
    );
  const row = {
    id: 7,
    title: "Разгрузка",
    payoutID: 5,
    sum: 184_200,
    companyDetailsName: "ООО «Север»",
  };
  const several = (what: string) => `1 842 ${what} на 184 200,00 ₽ от заказчика ООО «Север»`;
  expect(say({ ...row, count: 1842 })).toEqual([
    `Вам отправлено ${several("выплаты")}`,
    `Не удалось отправить ${several("выплаты")}`,
    `Платформа аннулировала ${several("чека")}`,
  ]);
  expect(
    viewNotice({
      type: NOTICE_TYPES.JobPayoutSent.id,
      resource: {
        ...row,
        sum: 9000,
        count: 1,
        destination: "+7 (900) *** ** 67",
        arrivesBy: "2026-11-27",
      },
    }).text.replaceAll("\u00A0", " "),
  ).toBe(
    "Вам отправлено 9 000,00 ₽ на +7 (900) *** ** 67 за работу «Разгрузка». Деньги придут обычно сразу, не позже 27.11.2026",
  );
  // An older notice.
  expect(say({ ...row, count: 1 })).toEqual([
    "Выплата за работу «Разгрузка» отправлена",
    "Не удалось отправить выплату за работу «Разгрузка»",
    "Чек за работу «Разгрузка» аннулирован платформой",
  ]);
});

test("receipts of a registry that its workers have annulled are one sentence, which leads to the registry", () => {
  const view = (resource: object) =>
    viewNotice({ type: NOTICE_TYPES.JobReceiptReversedByWorkman.id, resource });
  const row = { id: 7, title: "Разгрузка", sum: 1500, registry: { id: 3, number: 15 } };
  expect(view({ ...row, count: 3 })).toMatchObject({
    text: "Исполнители аннулировали 3\u00A0чека на 1\u00A0500,00\u00A0₽ (Реестр выплат № 15)",
    to: "/profile/payroll-registry/3",
  });
  expect(view({ ...row, count: 1 })).toMatchObject({
    text: "Чек за работу «Разгрузка» аннулирован исполнителем",
    to: "/profile/payroll-registry/3",
  });
  expect(view({ id: 7, title: "Разгрузка" })).toMatchObject({ to: "/jobs/7" });
});

test("a payment leads the worker to its page with act and receipt, several to those of their registry", () => {
  const to = (resource: object) =>
    (["JobPayoutSent", "JobPayoutReturned", "JobReceiptReversedByPlatform"] as const).map(
      (name) => viewNotice({ type: NOTICE_TYPES[name].id, resource }).to,
    );
  const all = (address: string) => [address, address, address];
  expect(to({ id: 7, title: "Разгрузка", payoutID: 5 })).toEqual(
    all("/profile/workman/income?open=5"),
  );
  expect(
    to({
      id: 7,
      title: "Разгрузка",
      payoutID: 5,
      registryID: 3,
      count: 1,
      sum: 10,
      companyDetailsName: "ООО «Север»",
    }),
  ).toEqual(all("/profile/workman/income?open=5"));
  expect(
    to({
      id: 7,
      title: "Разгрузка",
      payoutID: 5,
      registryID: 3,
      count: 2,
      sum: 20,
      companyDetailsName: "ООО «Север»",
    }),
  ).toEqual(
    all(
      "/profile/workman/income?filters[0][field]=registryID&filters[0][operator]=eq&filters[0][value]=3",
    ),
  );
  expect(to({ id: 7, title: "Разгрузка" })).toEqual(["/jobs/7", "/jobs/7", "/jobs/7"]);
});
