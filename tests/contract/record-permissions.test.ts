import { describe, expect, it } from "vitest";
import {
  answerRefusal,
  type JobActor,
  type JobFacts,
  jobPermissions,
} from "#contract/jobs/job-permissions.ts";
import { isInviteOnly, JOB_VISIBILITY, readVisibility } from "#contract/jobs/job-visibility.ts";
import {
  type JobOfferFacts,
  jobOfferPermissions,
} from "#contract/job-offers/job-offer-permissions.ts";
import type { WorkingFacts } from "#contract/workmen/work-refusal.ts";
import { REGISTRY_RIGHTS, registryPermissions } from "#contract/registries/registry-permissions.ts";

const NOW = 1_800_000_000;
const DAY = 24 * 60 * 60;
const PAYABLE: WorkingFacts = {
  state: "ACTIVE",
  smzState: "OK",
  taxpayerType: "SMZ",
  payoutKind: "CARD",
  hasCard: true,
  hasPaymentAccount: false,
  earnedKopecks: 0n,
  yearLimitKopecks: 240_000_000n,
  outdated: [],
  boundOn: null,
};
const owner: JobActor = {
  role: "OWNER",
  isWorkman: false,
  accountId: 1,
  projectIds: null,
  workmanId: null,
  workman: null,
};
const worker: JobActor = {
  role: null,
  isWorkman: true,
  accountId: null,
  projectIds: null,
  workmanId: 9,
  workman: PAYABLE,
};
const job = (over: Partial<JobFacts> = {}): JobFacts => ({
  state: "PUBLISHED",
  accountId: 1,
  projectId: null,
  visibility: "ALL",
  acceptedWorkmanId: null,
  finishedAtSeconds: null,
  hasAccountReview: false,
  hasWorkmanReview: false,
  fixedKopecks: 500_000n,
  allowedTaxpayerTypes: ["SMZ", "IP_SMZ", "IP"],
  mine: {
    hasOffer: false,
    hasLiveOffer: false,
    hasInvite: false,
    isFavourite: false,
    isBlacklisted: false,
  },
  ...over,
});
const offer = (over: Partial<JobOfferFacts> = {}): JobOfferFacts => ({
  state: "CREATED",
  workmanId: 9,
  receiptState: null,
  payoutState: null,
  hasRefund: false,
  declinedArbitrations: 0,
  ...over,
});

describe("flags of a job", () => {
  it("let a guest look at a published job and do nothing more", () => {
    const flags = jobPermissions(null, job(), NOW);
    expect(Object.entries(flags).filter(([, on]) => on)).toEqual([["view", true]]);
    expect(jobPermissions(null, job({ state: "DRAFT" }), NOW).view).toBe(false);
  });

  it("let a worker offer himself once, and not when he is in the black list", () => {
    expect(jobPermissions(worker, job(), NOW).createJobOffer).toBe(true);
    expect(
      jobPermissions(worker, job({ mine: { ...job().mine, hasLiveOffer: true } }), NOW)
        .createJobOffer,
    ).toBe(false);
    expect(
      jobPermissions(worker, job({ mine: { ...job().mine, isBlacklisted: true } }), NOW)
        .createJobOffer,
    ).toBe(false);
    expect(
      jobPermissions({ ...worker, workman: { ...PAYABLE, state: "MODERATION" } }, job(), NOW)
        .createJobOffer,
    ).toBe(false);
  });

  it.each<[string, Partial<WorkingFacts>, string]>([
    ["is blocked", { state: "BLOCKED" }, "Ваш профиль заблокирован"],
    ["waits for the moderator", { state: "MODERATION" }, "Ваш профиль на проверке"],
    ["has begun only", { state: "DRAFT" }, "Завершите регистрацию"],
    ["is not self-employed", { smzState: "NOTSE" }, "Подтвердите статус самозанятого"],
    [
      "has closed «Мой налог» to us",
      { smzState: "NOACCESS" },
      "Подключите платформу в «Мой налог»",
    ],
    ["has earned more than a year allows", { smzState: "LIMITED" }, "Вы превысили годовой лимит"],
    ["is being checked", { smzState: "CHECKING" }, "проверяется"],
    ["has no tax status", { taxpayerType: "INDIVIDUAL" }, "самозанятым и предпринимателям"],
    [
      "has a paper that has run out",
      { outdated: ["patent"] },
      "Документ «Патент» больше не действует",
    ],
    ["has nowhere to be paid to", { hasCard: false }, "добавьте карту или счёт"],
    [
      "has too little of the year's limit left",
      { earnedKopecks: 239_900_000n },
      "Превышен годовой лимит дохода самозанятого: доступно 1\u00A0000,00\u00A0₽",
    ],
    [
      "is of a kind the service does not allow",
      { taxpayerType: "IP", smzState: "UNKNOWN" },
      "Услуга этого задания недоступна",
    ],
  ])(
    "refuse a worker who %s as his answer is refused, with the reason that is his",
    (_who, facts, words) => {
      const asked = job({ allowedTaxpayerTypes: ["SMZ", "IP_SMZ"] });
      const actor = { ...worker, workman: { ...PAYABLE, ...facts } };
      expect(answerRefusal(actor, asked)).toContain(words);
      expect(jobPermissions(actor, asked, NOW).createJobOffer).toBe(false);
    },
  );

  it("show a job for invited people to those who were invited only", () => {
    const hidden = job({ visibility: "INVITED" });
    expect(jobPermissions(null, hidden, NOW).view).toBe(false);
    expect(jobPermissions(worker, hidden, NOW)).toMatchObject({
      view: false,
      createJobOffer: false,
    });
    expect(
      jobPermissions(worker, { ...hidden, mine: { ...hidden.mine, hasInvite: true } }, NOW),
    ).toMatchObject({ view: true, createJobOffer: true });
    expect(jobPermissions(owner, hidden, NOW).view).toBe(true);
  });

  it("show a job for favourites to them and to those invited, while it is published", () => {
    const hidden = job({ visibility: "FAVOURITES" });
    const seenBy = (mine: Partial<JobFacts["mine"]>, over: Partial<JobFacts> = {}) =>
      jobPermissions(worker, { ...hidden, ...over, mine: { ...hidden.mine, ...mine } }, NOW);
    expect(jobPermissions(null, hidden, NOW).view).toBe(false);
    expect(seenBy({})).toMatchObject({ view: false, createJobOffer: false });
    expect(answerRefusal(worker, hidden)).toBe(
      "На это задание откликаются только избранные исполнители заказчика",
    );
    for (const mine of [{ isFavourite: true }, { hasInvite: true }])
      expect(seenBy(mine)).toMatchObject({ view: true, createJobOffer: true });
    expect(seenBy({ isFavourite: true }, { state: "DRAFT" }).view).toBe(false);
    expect(seenBy({ isFavourite: true }, { visibility: "INVITED" })).toMatchObject({
      view: false,
      createJobOffer: false,
    });
  });

  it("do not let a published job change once an offer is accepted", () => {
    expect(jobPermissions(owner, job(), NOW).update).toBe(true);
    expect(jobPermissions(owner, job({ acceptedWorkmanId: 9 }), NOW).update).toBe(false);
  });

  it("keep reviews open for 30 days after the end, one from each side", () => {
    const finished = job({
      state: "FINISHED",
      acceptedWorkmanId: 9,
      finishedAtSeconds: NOW - 30 * DAY,
    });
    expect(jobPermissions(worker, finished, NOW).createAccountReview).toBe(true);
    expect(jobPermissions(owner, finished, NOW).createWorkmanReview).toBe(true);
    expect(jobPermissions(worker, finished, NOW + 1).createAccountReview).toBe(false);
    expect(
      jobPermissions(owner, { ...finished, hasWorkmanReview: true }, NOW).createWorkmanReview,
    ).toBe(false);
  });

  it("give a stranger's company nothing", () => {
    const flags = jobPermissions({ ...owner, accountId: 2 }, job({ state: "DRAFT" }), NOW);
    expect(Object.values(flags).some(Boolean)).toBe(false);
  });
});

describe("who is shown a job", () => {
  it("callers that know «only invited» alone neither open a job for favourites nor narrow it by sending back what they have read", () => {
    expect(JOB_VISIBILITY.ids.map(isInviteOnly)).toEqual([false, true, true]);
    for (const was of JOB_VISIBILITY.ids)
      expect(readVisibility({ isInviteOnly: isInviteOnly(was) }, was)).toBe(was);
    expect(readVisibility({ isInviteOnly: true }, "ALL")).toBe("INVITED");
    expect([
      readVisibility({ isInviteOnly: false }, "FAVOURITES"),
      readVisibility({ isInviteOnly: false }, "INVITED"),
    ]).toEqual(["ALL", "ALL"]);
    expect([
      readVisibility({}, "FAVOURITES"),
      readVisibility({ visibility: "FAVOURITES", isInviteOnly: false }, "ALL"),
    ]).toEqual(["FAVOURITES", "FAVOURITES"]);
  });
});

describe("flags of an offer", () => {
  const place = { accountId: 1, projectId: null, state: "PUBLISHED" } as const;

  it("let the customer accept or decline and the worker change or withdraw a new offer", () => {
    expect(jobOfferPermissions(owner, offer(), place)).toMatchObject({
      accept: true,
      decline: true,
      update: false,
      cancel: false,
    });
    expect(jobOfferPermissions(worker, offer(), place)).toMatchObject({
      accept: false,
      decline: false,
      update: true,
      cancel: true,
    });
  });

  it("leave the answer to a changed payout to the worker alone", () => {
    const opened = offer({ state: "ARBITRATION" });
    expect(jobOfferPermissions(worker, opened, place)).toMatchObject({
      arbitrationAccept: true,
      arbitrationDecline: true,
    });
    expect(jobOfferPermissions(owner, opened, place)).toMatchObject({
      arbitrationAccept: false,
      arbitrationDecline: false,
      resultAccept: false,
    });
  });

  it("let a receipt of paid money be reversed only with a refund", () => {
    const paid = offer({ state: "FINISHED", receiptState: "REGISTERED", payoutState: "PAID" });
    expect(jobOfferPermissions(owner, paid, place).reverseReceipt).toBe(false);
    expect(jobOfferPermissions(owner, { ...paid, hasRefund: true }, place).reverseReceipt).toBe(
      true,
    );
  });

  it("let the customer propose another payout until three proposals are declined", () => {
    expect(
      jobOfferPermissions(owner, offer({ state: "COMPLETED", declinedArbitrations: 2 }), place)
        .arbitration,
    ).toBe(true);
    expect(
      jobOfferPermissions(owner, offer({ state: "COMPLETED", declinedArbitrations: 3 }), place),
    ).toMatchObject({ arbitration: false, resultAccept: true });
  });

  it("hide another worker's offer from a worker", () => {
    expect(jobOfferPermissions({ ...worker, workmanId: 10 }, offer(), place).view).toBe(false);
  });
});

describe("flags of a payroll registry", () => {
  const facts = {
    state: "READY",
    accountId: 1,
    projectId: null,
    readyCount: 3,
    errorsCount: 0,
    authorId: 5,
  } as const;
  const flags = (actor: JobActor, over: object = {}, userId = 6) =>
    registryPermissions(REGISTRY_RIGHTS.payroll, actor, userId, { ...facts, ...over });

  it("let an accountant prepare but not pay, and say why", () => {
    const seen = flags({ ...owner, role: "ACCOUNTANT" });
    expect(seen).toMatchObject({ update: true, dryRun: true, canExecute: false });
    expect(seen.forbidden["canExecute"]).toBe("Недостаточно прав для выполнения этой операции");
  });

  it("never pay a registry twice", () => {
    expect(flags(owner, { state: "EXECUTING" }).forbidden["canExecute"]).toBe("Реестр уже запущен");
  });

  it("leave the approval to somebody who did not upload the registry", () => {
    expect(flags(owner, { state: "APPROVAL" }, 5).approve).toBe(false);
    expect(flags(owner, { state: "APPROVAL" }, 6).approve).toBe(true);
  });
});
