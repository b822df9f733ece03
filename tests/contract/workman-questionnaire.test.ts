import { describe, expect, test } from "vitest";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { cleanError, cleanMessage } from "#contract/workman-registration/clean-message.ts";
import type { Questionnaire } from "#contract/workman-registration/questionnaire.ts";
import { questionnaireFindings } from "#contract/workman-registration/questionnaire-rules.ts";
import {
  currentStepOf,
  registrationStepsOf,
} from "#contract/workman-registration/registration-progress.ts";
import {
  REGISTRATION_EDITABLE,
  REGISTRATION_FAILED,
  REGISTRATION_IN_PROCESS,
  REGISTRATION_OVER,
  REGISTRATION_STATUS,
  REGISTRATION_TRANSITIONS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import {
  TAX_ACTIVITIES,
  taxActivityByTitle,
} from "#contract/workman-registration/tax-activities.ts";
import { TAX_REGIONS, taxRegionByTitle } from "#contract/workman-registration/tax-regions.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

const FILLED: Questionnaire = {
  taxpayerType: "SMZ",
  citizenship: "ru",
  inn: "500100732259",
  lastName: "Соколова",
  firstName: "Мария",
  middleName: "Игоревна",
  noMiddleName: false,
  gender: "FEMALE",
  email: "m@yandex.ru",
  birthDate: "1990-05-17",
  birthPlace: "г. Тверь",
  representative: null,
  passport: {
    series: "4510",
    number: "123456",
    date: "2015-02-01",
    issuedBy: "УФМС",
    divisionCode: "690-001",
  },
  snils: "11223344595",
  registrationAddress: "г. Тверь, ул. Мира, д. 1",
  payoutKind: "SBP",
  bankBik: null,
  accountNumber: null,
  cardOwner: null,
  ogrnip: null,
  regionID: "77",
  activities: ["0803"],
  secretWord: null,
};
const FACTS = { today: "2026-03-10", hasCard: false, isSelfEmployed: false };
const fieldsOf = (over: Partial<Questionnaire>, facts: Partial<typeof FACTS> = {}) =>
  Object.keys(questionnaireFindings({ ...FILLED, ...over }, { ...FACTS, ...facts }));

describe("the questionnaire", () => {
  test("is complete for a Russian newcomer", () => expect(fieldsOf({})).toEqual([]));

  test.each<[string, Partial<Questionnaire>, Partial<typeof FACTS>, string[]]>([
    [
      "a citizen of Uzbekistan cannot be self-employed",
      { citizenship: "uz" },
      {},
      ["citizenshipID"],
    ],
    [
      "but may be paid as a natural person, with СНИЛС",
      {
        citizenship: "uz",
        taxpayerType: "INDIVIDUAL",
        snils: null,
        passport: {
          series: null,
          number: "AA1234567",
          date: "2015-02-01",
          issuedBy: "МВД",
          divisionCode: null,
        },
      },
      {},
      ["snils"],
    ],
    ["no middle name has to be said", { middleName: null }, {}, ["middleName"]],
    ["and then is right", { middleName: null, noMiddleName: true }, {}, []],
    [
      "a passport of before the fourteenth birthday",
      { passport: { ...FILLED.passport, date: "2004-01-01" } },
      {},
      ["passport.date"],
    ],
    [
      "a passport that should have been replaced at 20",
      { birthDate: "2004-01-01", passport: { ...FILLED.passport, date: "2019-01-01" } },
      {},
      ["passport.date"],
    ],
    [
      "ninety days are left for it",
      { birthDate: "2006-01-20", passport: { ...FILLED.passport, date: "2020-02-01" } },
      {},
      [],
    ],
    ["a card that is not bound", { payoutKind: "CARD" }, {}, ["payoutKindID"]],
    ["a card that is", { payoutKind: "CARD" }, { hasCard: true }, []],
    [
      "an account of another bank",
      {
        payoutKind: "PAYMENT_ACCOUNT",
        bankBik: "044525225",
        accountNumber: "40817810000000000001",
      },
      {},
      ["accountNumber"],
    ],
    [
      "no region for a new registration",
      { regionID: null, activities: [] },
      {},
      ["regionID", "activities"],
    ],
    [
      "none is needed of whoever is self-employed",
      { regionID: null, activities: [] },
      { isSelfEmployed: true },
      [],
    ],
    ["a sole proprietor without ОГРНИП", { taxpayerType: "IP" }, {}, ["ogrnip"]],
    [
      "a worker of 16 without a parent",
      { birthDate: "2010-01-01", passport: { ...FILLED.passport, date: "2024-02-01" } },
      {},
      [
        "agentLastName",
        "agentFirstName",
        "agentPhone",
        "agentPassportSeries",
        "agentPassportNumber",
      ],
    ],
  ])("%s", (_, over, facts, fields) => expect(fieldsOf(over, facts)).toEqual(fields));

  test("goes on at the first step that is left; another citizenship asks for other papers", () => {
    const progress = {
      values: FILLED,
      facts: FACTS,
      savedSteps: ["base", "documents", "payment-data", "self-employed-data"] as const,
      documentTypes: ["passport"],
    };
    expect(currentStepOf(progress)).toBe("start");
    expect(currentStepOf({ ...progress, values: { ...FILLED, citizenship: "kz" } })).toBe(
      "documents",
    );
    expect(currentStepOf({ ...progress, savedSteps: ["base"] })).toBe("documents");
    expect(registrationStepsOf("INDIVIDUAL")).not.toContain("self-employed-data");
  });
});

describe("statuses", () => {
  test("each is waited in, corrected, passed through, or the end", () => {
    for (const status of REGISTRATION_STATUS.ids) {
      const kinds = [
        REGISTRATION_IN_PROCESS.includes(status),
        REGISTRATION_FAILED.includes(status),
        REGISTRATION_OVER.includes(status),
        ["DRAFT", "READY", "CLIENT_VALID", "SMZ_VALID"].includes(status),
      ];
      expect([status, kinds.filter(Boolean).length]).toEqual([status, 1]);
    }
    expect(REGISTRATION_FAILED.every((status) => REGISTRATION_EDITABLE.includes(status))).toBe(
      true,
    );
  });

  test("however the answers come, nobody is stuck: from every status that can be reached COMPLETE can be", () => {
    const actions = Object.keys(
      REGISTRATION_TRANSITIONS,
    ) as (keyof typeof REGISTRATION_TRANSITIONS)[];
    const random = seededRandom(14);
    for (let run = 0; run < 500; run += 1) {
      let status: RegistrationStatus = "DRAFT";
      for (let turn = 0; turn < 200 && status !== "COMPLETE"; turn += 1) {
        const moves = actions
          .flatMap((action) =>
            (["workman", "system"] as const).some((actor) =>
              canTransit(REGISTRATION_TRANSITIONS, action, status, actor),
            )
              ? REGISTRATION_TRANSITIONS[action].to
              : [],
          )
          .filter((to) => to !== status);
        expect([status, moves.length > 0]).toEqual([status, true]);
        status = random.pick(moves);
      }
      expect(status).toBe("COMPLETE");
    }
  });
});

test("what the bank says is cleaned", () => {
  expect(cleanMessage("DOCUMENT_INVALID: passport не найден, inn не совпадает")).toBe(
    "Паспорт не найден, ИНН не совпадает",
  );
  expect(cleanError("12:3: Неверная серия")).toBe("Неверная серия");
  expect([cleanMessage(null), cleanError("7: ")]).toEqual([null, null]);
});

test("regions and kinds of work are found by the words of a file", () => {
  expect(taxRegionByTitle("г. Москва")?.id).toBe("77");
  expect(taxRegionByTitle("Республика Татарстан")?.id).toBe("16");
  expect(taxRegionByTitle("Атлантида")).toBeNull();
  expect(taxActivityByTitle("курьер")?.title).toBe("Курьер");
  expect(new Set(TAX_REGIONS.map(({ id }) => id)).size).toBe(TAX_REGIONS.length);
  expect(new Set(TAX_ACTIVITIES.map(({ id }) => id)).size).toBe(TAX_ACTIVITIES.length);
});
