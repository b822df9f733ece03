import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/documents";
const ACTS = "/profile/account/acts";

export const jobDocumentsModule: NounModule = {
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
