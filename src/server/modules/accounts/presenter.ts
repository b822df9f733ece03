import { may } from "#contract/access/access.ts";
import { ROLES } from "#contract/access/roles.ts";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import type { Account, MyAccountInfo } from "#contract/accounts/account.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AccountRow, MyAccountRow } from "./queries.ts";

export function presentAccount(row: AccountRow): Account {
  return {
    id: row.id,
    companyDetailsName: row.short_name,
    logoPicture: null,
    shortCompanyName: row.short_name,
    inn: row.inn,
    description: row.about || null,
    city: row.city,
    rating: row.rating,
    reviewsCount: row.reviews_count,
    publishedJobsCount: row.published_jobs_count,
    finishedJobsCount: row.finished_jobs_count,
    registeredAt: row.created_at.toISOString(),
  };
}

/** Money only for the roles of specification §6. */
export function presentMyAccount(row: MyAccountRow): MyAccountInfo {
  const seesMoney = may(row, "money.view");
  return {
    ...presentAccount(row),
    stateID: row.state,
    state: definitionFor(ACCOUNT_STATE, row.state),
    rejectReason: null,
    rejectComment: row.reject_comment,
    askedName: row.asked_name,
    role: { id: row.role, title: ROLES[row.role].title },
    balance: seesMoney ? kopecksToRubles(row.available_kopecks + row.reserved_kopecks) : null,
    balanceReserved: seesMoney ? kopecksToRubles(row.reserved_kopecks) : null,
    kpp: row.kpp,
    ogrn: row.ogrn,
    legalAddress: row.legal_address || null,
    postAddress: row.post_address,
    directorName: row.director_name,
    directorPosition: row.director_position,
    phone: row.phone,
    email: row.email,
    bankName: row.bank_name,
    bankBik: row.bank_bik,
    corAccountNumber: row.cor_account_number,
    accountNumber: row.account_number,
    contractNumber: row.contract_number,
    contractDate: row.contract_date,
    commissionPercent: row.commission_ppm / 10_000,
    permissions: {
      update: may(row, "account.update"),
      delete: may(row, "account.delete"),
      // After moderation (specification §6).
      createJob: row.state === "ACTIVE" && may(row, "jobs.manage"),
    },
  };
}
