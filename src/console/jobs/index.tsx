import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { recordFinder } from "#console/record-finder.ts";
import { JOB_LISTS } from "#web/jobs/job-lists.ts";

const MINE = "/profile/jobs";
const CREATE = "/jobs/create";
const idField = "jobID";

export const jobsModule: NounModule = {
  commands: [{ label: "Создать задание", access: "jobs.manage", run: { to: CREATE } }],
  finders: [
    recordFinder(
      "Задания",
      "jobs.view",
      jobEndpoints.accountJobList,
      ({ id, title, jobIdent, state }) => ({
        label: `№ ${jobIdent} ${title} (${state.title.toLowerCase()})`,
        to: `/jobs/${id}`,
      }),
    ),
  ],
  resources: [
    {
      name: JOB_LISTS.own,
      label: "Мои задания",
      base: "client",
      endpoints: {
        getList: jobEndpoints.createdList,
        getOne: jobEndpoints.info,
        create: jobEndpoints.create,
        update: jobEndpoints.update,
        idField,
      },
      paths: { list: MINE, create: CREATE, show: "/jobs/:id" },
      access: { list: "jobs.view", create: "jobs.manage", edit: "jobs.manage" },
    },
    {
      name: JOB_LISTS.accepted,
      label: "Мои работы",
      base: "client",
      endpoints: { getList: jobEndpoints.hasAcceptedOfferList },
      access: { list: "workman" },
    },
    {
      name: JOB_LISTS.offered,
      label: "Отклики",
      base: "client",
      endpoints: { getList: jobEndpoints.hasOfferList },
      access: { list: { anyOf: ["workman", "offers.view"] } },
    },
    {
      name: JOB_LISTS.invited,
      label: "Приглашения",
      base: "client",
      endpoints: { getList: jobEndpoints.getInviteList },
      access: { list: "workman" },
    },
  ],
  modals: {
    "job-edit": {
      title: "Изменить задание",
      load: () => import("./job-edit-modal.tsx"),
      maxWidthPx: 720,
      isDrawer: true,
    },
    "job-cancel": {
      title: "Отменить задание",
      load: () => import("./job-cancel-modal.tsx"),
      maxWidthPx: 520,
    },
  },
};
