import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { recordFinder } from "#console/record-finder.ts";
import { listLink } from "#console/kit/list-link.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/documents";
const ACTS = "/profile/account/acts";

export const jobDocumentsModule: NounModule = {
  finders: [
    recordFinder(
      "Договоры и акты",
      "documents.view",
      jobDocumentEndpoints.list,
      ({ type, number, state }) => ({
        label: `${type.title} № ${number} (${state.title.toLowerCase()})`,
        to: listLink(LIST, { search: number }),
      }),
    ),
  ],
  resources: [
    {
      name: "job-documents",
      label: "Договоры и акты",
      base: "open",
      endpoints: { getList: jobDocumentEndpoints.list, getOne: jobDocumentEndpoints.info },
      paths: { list: LIST },
      access: { list: "documents.view" },
    },
    {
      name: "platform-acts",
      label: "Акты от платформы",
      base: "client",
      endpoints: { getList: jobDocumentEndpoints.actList },
      paths: { list: ACTS },
      access: { list: "documents.view" },
    },
  ],
  modals: {
    "act-sign": {
      title: "Подписать акт",
      load: () => import("./act-sign-modal.tsx"),
      maxWidthPx: 620,
    },
  },
};
