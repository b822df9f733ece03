import type { Account } from "#contract/accounts/account.ts";
import { Account as AccountSchema } from "#contract/accounts/account.ts";
import { listMeta } from "#contract/kernel/paging.ts";
import type { Job } from "#contract/jobs/job.ts";
import { Job as JobSchema } from "#contract/jobs/job.ts";
import type { Service, ServiceGroup } from "#contract/reference-data/reference-data.ts";
import type { Review } from "#contract/reviews/review.ts";
import { Review as ReviewSchema } from "#contract/reviews/review.ts";
import type { Workman } from "#contract/workmen/workman.ts";
import { Workman as WorkmanSchema } from "#contract/workmen/workman.ts";
import { sampleOf } from "./sample-of.ts";

const secondsOf = (day: string) => Date.parse(`${day}T12:00:00+03:00`) / 1000;

export function aPublicJob(changed: Partial<Job> = {}): Job {
  const denied = {
    view: true,
    manage: false,
    update: false,
    publish: false,
    cancel: false,
    createAccountReview: false,
    createWorkmanReview: false,
    createInvite: false,
    createJobOffer: false,
  };
  return {
    ...(sampleOf(JobSchema) as Job),
    id: 15,
    title: "Разнести листовки",
    jobIdent: "З-000015",
    state: { id: "PUBLISHED", title: "Опубликовано" },
    account: { id: 3, companyDetailsName: "ООО «Ромашка»", logoPicture: null },
    service: { id: 20, title: "Промоутер", slug: "promoter" },
    serviceGroup: { id: 7, title: "Мероприятия и реклама", slug: "events" },
    payType: { id: "FIXED", title: "Фиксированная сумма" },
    visibility: { id: "ALL", title: "Все исполнители" },
    budget: 5000,
    city: { id: 1, title: "Казань" },
    address: null,
    startDate: null,
    finishDate: secondsOf("2026-12-05"),
    createdDate: secondsOf("2026-11-19"),
    publishedDate: secondsOf("2026-11-20"),
    offersCount: 2,
    newOffersCount: 2,
    acceptedJobOffer: null,
    rejectReason: null,
    cancelReason: null,
    myOffer: null,
    myInvite: null,
    permissions: denied,
    description: "Две тысячи листовок у метро.\nФорму выдадим.",
    ...changed,
  };
}

export function aPublicWorkman(changed: Partial<Workman> = {}): Workman {
  return {
    ...(sampleOf(WorkmanSchema) as Workman),
    id: 4,
    name: "Алексей С.",
    picture: null,
    city: { id: 1, title: "Казань" },
    rating: 4.8,
    reviewsCount: 12,
    finishedJobsCount: 21,
    description: null,
    services: [{ id: 20, title: "Промоутер", priceFrom: 1500 }],
    taxpayerType: { id: "SMZ", title: "Самозанятый (НПД)" },
    isSmzConfirmed: true,
    ...changed,
  };
}

export function aPublicAccount(changed: Partial<Account> = {}): Account {
  return {
    ...(sampleOf(AccountSchema) as Account),
    id: 3,
    companyDetailsName: "ООО «Ромашка»",
    inn: "7704310158",
    city: { id: 1, title: "Казань" },
    rating: 4.5,
    reviewsCount: 2,
    publishedJobsCount: 12,
    ...changed,
  };
}

export function aPublicReview(changed: Partial<Review> = {}): Review {
  const { id, name, picture, city, rating, reviewsCount, finishedJobsCount } = aPublicWorkman();
  return {
    ...(sampleOf(ReviewSchema) as Review),
    id: 1,
    account: { id: 3, companyDetailsName: "ООО «Ромашка»", logoPicture: null },
    workman: { id, name, picture, city, rating, reviewsCount, finishedJobsCount },
    job: null,
    score: 5,
    text: "Пришёл вовремя и всё сделал.",
    reply: null,
    state: { id: "PUBLISHED", title: "Опубликован" },
    ...changed,
  };
}

/** Of a longer list. */
export function aPage<Item>(
  items: readonly Item[],
  { page = 1, total = items.length, perPage = 30 } = {},
) {
  return { items, meta: listMeta(page, perPage, total) };
}

const group = (
  id: number,
  title: string,
  slug: string,
  publishedJobsCount: number,
): ServiceGroup => ({
  id,
  code: "07",
  title,
  slug,
  panelIndex: id,
  filterIndex: id,
  publishedJobsCount,
});
const service = (
  id: number,
  groupID: number,
  title: string,
  slug: string,
  publishedJobsCount: number,
): Service => ({
  ...{
    id,
    groupID,
    code: "0701",
    title,
    slug,
    unit: "усл.",
    defaultReceiptText: "Услуги",
    allowedTaxpayerTypes: ["SMZ"],
    needsLicense: false,
    isActive: true,
    filterIndex: id,
    panelIndex: id,
  },
  publishedJobsCount,
});

/** For every catalogue. */
export const DIRECTORIES = {
  "/client-api/city/list": {
    items: [
      { id: 1, title: "Казань", region: null, latitude: null, longitude: null },
      { id: 2, title: "Омск", region: null, latitude: null, longitude: null },
    ],
  },
  "/client-api/service-group/list": {
    items: [group(7, "Мероприятия и реклама", "events", 12), group(8, "ИТ и разработка", "it", 0)],
  },
  "/client-api/service/list": {
    items: [
      service(20, 7, "Промоутер", "promoter", 12),
      service(21, 7, "Аниматор", "animator", 0),
      service(30, 8, "Разметка данных", "data-labelling", 0),
    ],
  },
} as const;
