import { approvalEndpoints } from "#contract/approvals/approval-endpoints.ts";
import type { Loosening } from "#contract/approvals/loosening.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";

export const LOOSENING_REASON =
  "Правило защищает деньги компании от ошибки и от одного человека, поэтому ослабить его можно только с кодом владельца. СМС с кодом придёт владельцу, о перемене узнают владелец и администраторы";

export function looseningCode(loosening: Loosening) {
  return {
    send: () => requestEndpoint(approvalEndpoints.sendLooseningCode, { body: loosening }),
    label: "Код из СМС владельца",
  };
}
