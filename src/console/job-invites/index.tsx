import { lazy } from "react";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { INVITES } from "./job-invite-lists.ts";

export const jobInvitesModule: NounModule = {
  resources: [
    {
      name: INVITES,
      label: "Приглашения",
      base: "client",
      endpoints: {
        getList: jobInviteEndpoints.list,
        // Flat filter keys: `filters[states]=SENT,VIEWED`.
        listQuery: ({ states, jobID, workmanID, accountID, ...query }) => ({
          ...query,
          "filters[states]": states,
          "filters[jobID]": jobID,
          "filters[workmanID]": workmanID,
          "filters[accountID]": accountID,
        }),
      },
      access: { list: "offers.view", create: "offers.manage" },
    },
  ],
  modals: {
    "invite-create": {
      title: "Пригласить в задание",
      load: () => import("./invite-create-modal.tsx"),
      maxWidthPx: 560,
    },
    "invite-accept": {
      title: "Принять приглашение",
      load: () => import("./invite-accept-modal.tsx"),
      maxWidthPx: 520,
    },
    "invite-decline": {
      title: "Отклонить приглашение",
      load: () => import("./invite-decline-modal.tsx"),
      maxWidthPx: 520,
    },
    "invite-cancel": {
      title: "Отменить приглашение",
      load: () => import("./invite-cancel-modal.tsx"),
      maxWidthPx: 520,
    },
  },
};

export const JobInvitesSection = lazy(() => import("./job-invites-section.tsx"));
