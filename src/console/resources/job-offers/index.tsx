import { CheckSquareOutlined } from "@ant-design/icons";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";
import { ACCEPTANCE } from "./job-offer-lists.ts";

const LIST = "/profile/jobs/accept";

export { ChatButton } from "./chat/chat-button.tsx";
export { OfferFileView } from "./offer-file-view.tsx";

/** Offers of workers on the company's jobs. */
export const jobOffersModule: NounModule = {
  routes: [{ path: LIST, access: "results.accept", crumb: "Массовое закрытие заданий", screen: () => import("./acceptance-list.tsx") }],
  menu: [{ to: LIST, label: "Приёмка результатов", section: "Работа", access: "results.accept", icon: CheckSquareOutlined }],
  resources: [{ name: ACCEPTANCE, label: "Приёмка результатов", base: "client", endpoints: { getList: jobOfferEndpoints.acceptanceList }, paths: { list: LIST }, access: { list: "results.accept" } }],
  modals: { "offer-mass-accept": { title: "Принять результаты", load: () => import("./offer-mass-accept-modal.tsx"), maxWidthPx: 560 } },
};
