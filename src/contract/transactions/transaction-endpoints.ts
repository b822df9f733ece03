import { Type } from "typebox";
import { defineEndpoints } from "#contract/http/define-endpoints.ts";
import { periodQuery, Search, sorting } from "#contract/http/fields.ts";
import { listOf, pagingQuery } from "#contract/http/paging.ts";
import { IdList, queryList } from "#contract/http/query-lists.ts";
import { Id } from "#contract/values/ids.ts";
import { Transaction, TransactionTotals } from "./transaction.ts";
import { TRANSACTION_TYPE } from "./transaction-types.ts";

/** Money movements. Source: specification §7, `GET transaction/list`; routes `/profile/account/transactions`, `/profile/workman/income`. */
export const transactionEndpoints = defineEndpoints("transactions", {
  list: {
    base: "client",
    method: "GET",
    path: "/transaction/list",
    access: { anyOf: ["transactions.view", "workman"] },
    summary: "Операции компании; у исполнителя — его собственные",
    query: Type.Object({
      ...pagingQuery,
      ...periodQuery,
      search: Search,
      types: Type.Optional(queryList(TRANSACTION_TYPE.schema)),
      projectIDs: Type.Optional(IdList),
      jobID: Type.Optional(Id),
      workmanID: Type.Optional(Id),
      registryID: Type.Optional(Id),
      ...sorting("createdAt", "amount"),
    }),
    answer: Type.Object({ ...listOf(Transaction).properties, totals: TransactionTotals }),
  },
});
