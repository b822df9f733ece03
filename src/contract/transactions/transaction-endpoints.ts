import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { periodQuery, Search, sorting } from "#contract/kernel/fields.ts";
import { itemsOf, listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { Posting } from "#contract/ledger/posting.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate } from "#contract/values/wire.ts";
import { BalanceDay, BankReconciliation, Reconciliation } from "./reconciliation.ts";
import { POCKET } from "./pockets.ts";
import { Pockets, Transaction, TransactionTotals } from "./transaction.ts";
import { TRANSACTION_TYPE } from "./transaction-types.ts";

const access = { anyOf: ["transactions.view", "workman"] } as const;
/** For a person of both sides: own operations. */
const isMine = Type.Optional(Type.Boolean());
const wholePeriod = Type.Object({ periodStart: CalendarDate, periodEnd: CalendarDate });

/**
 * Source: specification §7, `GET transaction/list`; routes `/profile/account/transactions`,
 * `/profile/workman/income`.
 */
export const transactionEndpoints = defineEndpoints("transactions", {
  list: {
    base: "client",
    method: "GET",
    path: "/transaction/list",
    access,
    summary: "Операции компании; у исполнителя — его собственные",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      search: Search,
      isMine,
      types: Type.Optional(queryList(TRANSACTION_TYPE.schema)),
      /** Of his own operations. */
      pocket: Type.Optional(POCKET.schema),
      projectIDs: Type.Optional(IdList),
      jobID: Type.Optional(Id),
      workmanID: Type.Optional(Id),
      registryID: Type.Optional(Id),
      ...sorting("createdAt", "amount"),
    }),
    answer: Type.Object({ ...listOf(Transaction).properties, totals: TransactionTotals }),
  },
  pockets: {
    base: "client",
    method: "GET",
    path: "/transaction/pockets",
    access: "workman",
    summary: "Деньги исполнителя: доступно, в пути, не дошло; суммы его операций",
    answer: Pockets,
    added: true,
  },
  postings: {
    base: "client",
    method: "GET",
    path: "/transaction/{id}/postings",
    access,
    summary: "Проводки одной операции: откуда и куда ушли деньги",
    params: idParams,
    query: Type.Object({ isMine }),
    answer: itemsOf(Posting),
    added: true,
  },
  reconciliation: {
    base: "client",
    method: "GET",
    path: "/transaction/reconciliation",
    access: "transactions.view",
    summary: "Сверка: остаток на начало, движения по видам и проектам, остаток на конец",
    query: wholePeriod,
    answer: Reconciliation,
    added: true,
  },
  bankReconciliation: {
    base: "client",
    method: "GET",
    path: "/transaction/bank-reconciliation",
    access: "transactions.view",
    summary: "Сверка с выпиской банка за период",
    query: wholePeriod,
    answer: BankReconciliation,
    added: true,
  },
  balanceDays: {
    base: "client",
    method: "GET",
    path: "/transaction/balance-days",
    access: "transactions.view",
    summary: "Остаток на конец каждого дня, когда деньги двигались",
    query: wholePeriod,
    answer: itemsOf(BalanceDay),
    added: true,
  },
});
