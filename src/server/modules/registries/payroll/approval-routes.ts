import { registryTitle } from "#contract/registries/registry-title.ts";
import { approvalEndpoints } from "#contract/approvals/approval-endpoints.ts";
import { loosensApprovalRules } from "#contract/approvals/loosening.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { formatMoney } from "#contract/values/money.ts";
import { confirmLoosening } from "#server/modules/accounts/index.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryRow } from "../registry-row.ts";
import { loadApprovalRules, lockApprovalRules, saveApprovalRules } from "./approval-rules.ts";
import { approvePayroll, rejectPayroll, sendApproveCode } from "./approve-payroll.ts";

export function serveApprovals(serve: Serve, platform: Platform): void {
  serve(approvalEndpoints.rules, async ({ actor, trx }) => ({
    items: await loadApprovalRules(trx, actor.accountId),
  }));

  serve(approvalEndpoints.saveRules, async ({ actor, body, trx, audit }) => {
    const before = await lockApprovalRules(trx, actor.accountId);
    const items = await saveApprovalRules(trx, actor.accountId, body.items);
    const reason = loosensApprovalRules(before, items)
      ? await confirmLoosening(platform, trx, actor, {
          loosening: { approvalRules: body.items },
          otp: body.otp,
        })
      : undefined;
    audit({
      event: "approval_rule.changed",
      object: { type: "account", id: actor.accountId },
      before: { rules: before },
      after: { rules: items },
      ...(reason === undefined ? {} : { reason }),
    });
    return { items };
  });

  serve(endpoints.sendApproveCode, async ({ actor, params, body, trx, request, audit }) => {
    audit({ event: "auth.otp_sent", object: { type: "payroll-registry", id: params.id } });
    return sendApproveCode(platform, trx, actor, { ...params, ...body, ip: request.ip });
  });

  serve(endpoints.approve, async ({ actor, params, body, trx, audit }) => {
    const { registry, answer } = await approvePayroll(platform, trx, actor, {
      id: params.id,
      version: body.version,
      otp: body.otp,
    });
    audit({
      event: "registry.approved",
      object: objectOf(registry),
      before: { state: registry.state },
      after: {
        state: answer.state.id,
        sum: formatMoney(registry.amount_kopecks),
        rows: registry.ready_count,
      },
    });
    return answer;
  });

  serve(endpoints.rejectApproval, async ({ actor, params, body, trx, audit }) => {
    const { registry, answer } = await rejectPayroll(platform, trx, actor, {
      id: params.id,
      reasonId: body.reasonID,
      comment: body.comment,
    });
    const reason = [REASONS.registryReject.titles[body.reasonID], body.comment?.trim()]
      .filter(Boolean)
      .join(". ");
    audit({
      event: "registry.rejected",
      object: objectOf(registry),
      before: { state: registry.state },
      after: { state: answer.state.id },
      reason,
    });
    return answer;
  });
}

function objectOf(registry: RegistryRow) {
  return {
    type: "payroll-registry",
    id: registry.id,
    title: registryTitle("payroll", registry.number),
  };
}
