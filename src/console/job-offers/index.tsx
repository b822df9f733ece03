import { lazy } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { ACCEPTANCE, OFFERS } from "./job-offer-lists.ts";

const LIST = "/profile/jobs/accept";
const idField = "jobOfferID";

export const jobOffersModule: NounModule = {
  resources: [
    {
      name: OFFERS,
      label: "Отклики",
      base: "client",
      endpoints: { getList: jobOfferEndpoints.list, getOne: jobOfferEndpoints.info, idField },
      access: { list: { anyOf: ["workman", "offers.view"] } },
    },
    {
      name: ACCEPTANCE,
      label: "Приёмка результатов",
      base: "client",
      endpoints: { getList: jobOfferEndpoints.acceptanceList },
      paths: { list: LIST },
      access: { list: "results.accept" },
    },
  ],
  modals: {
    "offer-create": {
      title: "Отклик на задание",
      load: () => import("./offer-create-modal.tsx"),
      maxWidthPx: 520,
    },
    "offer-start-execution": {
      title: "Приступить к заданию",
      load: () => import("./offer-start-modal.tsx"),
      maxWidthPx: 520,
    },
    "offer-accept": {
      title: "Выбрать исполнителя",
      load: () => import("./offer-accept-modal.tsx"),
      maxWidthPx: 560,
    },
    "offer-decline": {
      title: "Отклонить отклик",
      load: () => import("./offer-decline-modal.tsx"),
      maxWidthPx: 520,
    },
    "offer-cancel": {
      title: "Отмена отклика",
      load: () => import("./offer-cancel-modal.tsx"),
      maxWidthPx: 520,
    },
    "offer-arbitration": {
      title: "Изменить выплату",
      load: () => import("./offer-arbitration/offer-arbitration-modal.tsx"),
      maxWidthPx: 560,
    },
    "offer-mass-accept": {
      title: "Принять результаты",
      load: () => import("./offer-mass-accept-modal.tsx"),
      maxWidthPx: 560,
    },
  },
};

export const JobOffersSection = lazy(() => import("./job-offers-section.tsx"));
