import { riskEndpoints } from "#contract/risks/risk-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const access = { list: "transactions.view" } as const;

export const risksModule: NounModule = {
  resources: [
    {
      name: "risk-receipts",
      label: "Аннулированные чеки",
      base: "open",
      endpoints: { getList: riskEndpoints.receipts },
      access,
    },
    {
      name: "risk-limits",
      label: "Годовой лимит",
      base: "open",
      endpoints: { getList: riskEndpoints.limits },
      access,
    },
    {
      name: "risk-labour",
      label: "Признаки трудовых отношений",
      base: "open",
      endpoints: { getList: riskEndpoints.labour },
      access,
    },
    {
      name: "risk-papers",
      label: "Сроки документов",
      base: "open",
      endpoints: { getList: riskEndpoints.papers },
      access,
    },
  ],
};
