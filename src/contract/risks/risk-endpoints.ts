import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { listOf, pagingQuery, timePagingQuery } from "#contract/kernel/paging.ts";
import { Id } from "#contract/values/ids.ts";
import { AnnulledReceipt, LabourRisk, PaperRisk, RiskSummary, WorkmanLimit } from "./risk.ts";

const access = "transactions.view" as const;
/** One workman's, for his card. */
const filters = { workmanID: Type.Optional(Id) };
const query = Type.Object({ ...pagingQuery, ...filters });

/** Added. */
export const riskEndpoints = defineEndpoints("risks", {
  summary: {
    base: "open",
    method: "GET",
    path: "/v1/risks/summary",
    access,
    summary: "Риски одним взглядом",
    answer: RiskSummary,
    added: true,
  },
  receipts: {
    base: "open",
    method: "GET",
    path: "/v1/risks/receipts",
    access,
    summary: "Аннулированные чеки и чем они грозят",
    query: Type.Object({ ...timePagingQuery, ...filters }),
    answer: listOf(AnnulledReceipt),
    added: true,
  },
  limits: {
    base: "open",
    method: "GET",
    path: "/v1/risks/limits",
    access,
    summary: "Годовой лимит избранных исполнителей и сколько ещё можно выплатить",
    query,
    answer: listOf(WorkmanLimit),
    added: true,
  },
  labour: {
    base: "open",
    method: "GET",
    path: "/v1/risks/labour",
    access,
    summary: "Признаки трудовых отношений по исполнителям",
    query,
    answer: listOf(LabourRisk),
    added: true,
  },
  papers: {
    base: "open",
    method: "GET",
    path: "/v1/risks/papers",
    access,
    summary: "Документы избранных исполнителей, которые истекли или скоро истекут",
    query,
    answer: listOf(PaperRisk),
    added: true,
  },
});
