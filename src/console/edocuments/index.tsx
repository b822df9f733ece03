import { lazy } from "react";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

export const ReceivedDocuments = lazy(() => import("./received-documents.tsx"));

export const edocumentsModule: NounModule = {
  resources: [
    {
      name: "edocuments",
      label: "Документы на подпись",
      base: "edoc",
      endpoints: { getList: edocumentEndpoints.list },
      paths: { list: "/profile/workman/edo" },
      access: { list: "workman" },
    },
  ],
  modals: {
    "document-template-sign": {
      title: "Подписать документы",
      load: () => import("./document-sign-modal.tsx"),
      maxWidthPx: 560,
    },
    "document-template-reject": {
      title: "Отказаться подписывать",
      load: () => import("./document-reject-modal.tsx"),
      maxWidthPx: 480,
    },
  },
};
