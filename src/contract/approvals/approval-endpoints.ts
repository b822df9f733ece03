import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { CodeSent, OtpCode } from "#contract/kernel/fields.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { ApprovalRule, MOST_APPROVAL_RULES } from "./approval-rule.ts";
import { Loosening } from "./loosening.ts";

/** Added: `reliability.md` §3 demands a second person. */
export const approvalEndpoints = defineEndpoints("approvals", {
  rules: {
    base: "open",
    method: "GET",
    path: "/v1/account/approval-rules",
    access: "settings.view",
    summary: "Правила согласования реестров выплат",
    answer: itemsOf(ApprovalRule),
    added: true,
  },
  saveRules: {
    base: "open",
    method: "PUT",
    path: "/v1/account/approval-rules",
    access: "settings.manage",
    summary:
      "Заменить правила согласования; пустой список отключает его. Ослабить их можно только с кодом владельца",
    body: Type.Object({
      items: Type.Array(ApprovalRule, { maxItems: MOST_APPROVAL_RULES }),
      otp: Type.Optional(OtpCode),
    }),
    answer: itemsOf(ApprovalRule),
    added: true,
  },
  sendLooseningCode: {
    base: "open",
    method: "POST",
    path: "/v1/account/loosening-code",
    access: "settings.manage",
    summary:
      "Отправить владельцу компании код, которым подтверждают ослабление её правила: названо одно из правил (или обе настройки приёмки) и то, каким оно станет",
    body: Loosening,
    answer: CodeSent,
    added: true,
  },
});
