import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/log";

export const auditLogModule: NounModule = {
  resources: [
    {
      name: "audit-log",
      label: "Журнал действий",
      base: "open",
      endpoints: { getList: auditLogEndpoints.list },
      paths: { list: LIST },
      access: { list: "log.view" },
    },
  ],
};
