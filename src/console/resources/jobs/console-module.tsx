import { FileAddOutlined, FolderOpenOutlined } from "@ant-design/icons";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { namesGroup } from "./job-addresses.ts";
import { JOB_LISTS } from "./job-lists.ts";

const MINE = "/profile/jobs";
const CREATE = "/jobs/create";
const list = () => import("./job-list.tsx");
const idField = "jobID";

/** Jobs as their company and the workers who do them see them. */
export const jobsModule: NounModule = {
  routes: [
    { path: MINE, access: "signed-in", crumb: "Задания", screen: list },
    { path: "/profile/jobs/waiting", access: "signed-in", crumb: "Ожидают", screen: list },
    { path: "/profile/jobs/in-progress", access: "signed-in", crumb: "В работе", screen: list },
    { path: "/profile/jobs/completed", access: "signed-in", crumb: "Выполненные", screen: list },
    { path: "/profile/jobs/finished", access: "signed-in", crumb: "Завершённые", screen: list },
    { path: "/profile/jobs/workman-invite", access: "workman", crumb: "Приглашения", screen: list },
    { path: "/profile/jobs/workman-offer", access: "workman", crumb: "Отклики", screen: list },
    {
      path: "/profile/jobs/workman-offer-accepted",
      access: "workman",
      crumb: "Я исполнитель",
      screen: list,
    },
    {
      path: CREATE,
      access: "jobs.manage",
      crumb: "Создание задания",
      screen: () => import("./job-create.tsx"),
    },
    { path: "/jobs/customer", access: "jobs.view", crumb: "Я заказчик", screen: list },
    {
      path: "/jobs/customer/:group",
      access: "jobs.view",
      screen: list,
      accepts: namesGroupOrService,
    },
    {
      path: "/jobs/customer/:group/:service",
      access: "jobs.view",
      screen: list,
      accepts: namesGroup,
    },
    { path: "/jobs/workman", access: "workman", crumb: "Я исполнитель", screen: list },
    { path: "/jobs/workman/:group", access: "workman", screen: list, accepts: namesGroupOrService },
    { path: "/jobs/workman/:group/:service", access: "workman", screen: list, accepts: namesGroup },
  ],
  menu: [
    {
      to: MINE,
      alsoAt: ["/jobs/customer", "/jobs/workman"],
      label: "Мои задания",
      section: "Работа",
      access: { anyOf: ["jobs.view", "workman"] },
      icon: FolderOpenOutlined,
      barLabel: "Задания",
    },
    {
      to: CREATE,
      label: "Создать задание",
      section: "Работа",
      access: "jobs.manage",
      icon: FileAddOutlined,
    },
  ],
  commands: [{ label: "Создать задание", access: "jobs.manage", run: { to: CREATE } }],
  finders: [
    {
      title: "Задания",
      access: "jobs.view",
      find: async (search, signal) => {
        const { items } = await requestEndpoint(
          jobEndpoints.accountJobList,
          { query: { search, page: 1, perPage: 5 } },
          { signal },
        );
        return items.map(({ id, title, jobIdent, state }) => ({
          label: `№ ${jobIdent} ${title} (${state.title.toLowerCase()})`,
          to: `/jobs/${id}`,
        }));
      },
    },
  ],
  resources: [
    {
      name: JOB_LISTS.own,
      label: "Задания",
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
    },
    "job-cancel": {
      title: "Отменить задание",
      load: () => import("./job-cancel-modal.tsx"),
      maxWidthPx: 520,
    },
  },
};

function namesGroupOrService({ group = "" }: { readonly group?: string }): boolean {
  return namesGroup({ group, service: group });
}
