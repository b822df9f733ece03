import { registryTitle } from "#contract/registries/registry-title.ts";
import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  askAboutOrder,
  askAboutPayout,
  giveUpPayout,
  retryPayout,
} from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { comparePayroll } from "./compare-payroll.ts";
import { correctPayroll } from "./correct-payroll.ts";
import { dryRunPayroll } from "./dry-run.ts";
import { loadPayrollItem } from "./load-payroll-item.ts";
import { itemPostings, registryPostings } from "./payroll-postings.ts";
import { repeatPayroll, repeatTerms } from "./repeat-payroll.ts";
import { takeOutOfStart, undoPayroll } from "./scheduled-payroll.ts";
import { cancelPayroll, executePayroll, sendExecuteCode } from "./start-payroll.ts";

const VIEW = { kind: "payroll", permission: "payroll-registries.view" } as const;

export function serveExecution(serve: Serve, platform: Platform): void {
  const askBy =
    (ask: typeof askAboutPayout) =>
    async ({
      actor,
      params,
      db,
    }: {
      readonly actor: AccountActor;
      readonly params: { readonly id: number };
      readonly db: Trx;
    }) => {
      const { row } = await loadPayrollItem(db, actor, params.id, "payroll-registries.execute");
      return row.payout_id
        ? ask(platform, { accountId: actor.accountId, payoutId: row.payout_id })
        : null;
    };

  serve(endpoints.sendExecuteCode, async ({ actor, params, body, trx, request, audit }) => {
    audit({ event: "auth.otp_sent", object: { type: "payroll-registry", id: params.id } });
    return sendExecuteCode(platform, trx, actor, { ...params, ...body, ip: request.ip });
  });

  serve(endpoints.execute, async ({ actor, params, body, trx, audit }) => {
    const { registry, cancelUntil, answer } = await executePayroll(platform, trx, actor, {
      id: params.id,
      version: body.version,
      mode: body.mode,
      otp: body.otp,
      scheduledAt: body.scheduledAt,
      confirmedRepeats: body.confirmedRepeats,
      confirmedExcess: body.confirmedExcess,
    });
    audit({
      event: cancelUntil === null ? "registry.sent_for_approval" : "registry.executed",
      object: objectOf(registry),
      before: { state: registry.state },
      after: {
        state: answer.state.id,
        mode: body.mode,
        sum: formatMoney(registry.amount_kopecks),
        rows: registry.ready_count,
        ...(cancelUntil === null ? {} : { cancelUntil: cancelUntil.toISOString() }),
      },
    });
    return answer;
  });

  serve(endpoints.dryRun, ({ actor, params, body, trx, audit }) => {
    audit({ event: "registry.dry_run", object: { type: "payroll-registry", id: params.id } });
    return dryRunPayroll(platform, trx, actor, params.id, body.mode ?? "VALID_ONLY");
  });

  serve(endpoints.correct, async ({ actor, params, trx, audit }) => {
    const { source, ...created } = await correctPayroll(platform, trx, actor, params.id);
    audit({
      event: "registry.uploaded",
      object: {
        type: "payroll-registry",
        id: created.id,
        title: `Реестр выплат № ${created.number}`,
      },
      after: { corrects: source.number, rows: created.rows },
    });
    return { id: created.id };
  });

  serve(endpoints.repeatTerms, ({ actor, params, trx }) =>
    repeatTerms(platform, trx, actor, params.id),
  );

  serve(endpoints.repeat, async ({ actor, params, body, trx, audit }) => {
    const { source, ...created } = await repeatPayroll(platform, trx, actor, {
      ...params,
      ...body,
    });
    audit({
      event: "registry.uploaded",
      object: {
        type: "payroll-registry",
        id: created.id,
        title: registryTitle("payroll", created.number),
      },
      after: { repeats: source.number, rows: created.rows },
    });
    return { id: created.id };
  });

  serve(endpoints.cancel, async ({ actor, params, body, trx, audit }) => {
    const { registry, answer } = await cancelPayroll(trx, actor, {
      id: params.id,
      version: body.version,
      state: body.stateID,
    });
    audit({
      event: "registry.canceled",
      object: objectOf(registry),
      before: { state: registry.state },
      after: { state: answer.state.id },
    });
    return answer;
  });

  serve(endpoints.undo, async ({ actor, params, body, trx, audit }) => {
    const { registry, answer } = await undoPayroll(platform, trx, actor, {
      id: params.id,
      version: body.version,
      cancelUntil: body.cancelUntil,
    });
    audit({
      event: "registry.unscheduled",
      object: objectOf(registry),
      before: { state: registry.state },
      after: { state: answer.state.id },
    });
    return answer;
  });

  serve(endpoints.takeOut, async ({ actor, params, body, trx, audit }) => {
    const taken = await takeOutOfStart(platform, trx, actor, { id: params.id, ...body });
    audit({
      event: "registry.rows_taken_out",
      object: objectOf(taken.registry),
      after: {
        rows: taken.lines.length,
        lines: taken.lines.join(", "),
        sum: formatMoney(taken.amountKopecks),
      },
    });
    return taken.answer;
  });

  serve.reading(
    endpoints.retryItem,
    askBy(askAboutOrder),
    async ({ actor, params, trx, audit, read }) => {
      const item = await loadPayrollItem(trx, actor, params.id, "payroll-registries.execute");
      if (!item.row.payout_id) throw notFound("Выплата не найдена");
      await retryPayout(
        platform,
        trx,
        { accountId: actor.accountId, payoutId: item.row.payout_id },
        read,
      );
      audit({
        event: "payout.retried",
        object: { type: "payout", id: Number(item.row.payout_id) },
        before: { state: item.row.payout_state },
      });
      return (await loadPayrollItem(trx, actor, params.id, "payroll-registries.execute")).present();
    },
  );

  serve.reading(
    endpoints.giveUpItem,
    askBy(askAboutPayout),
    async ({ actor, params, trx, audit, read }) => {
      const item = await loadPayrollItem(trx, actor, params.id, "payroll-registries.execute");
      if (!item.row.payout_id) throw notFound("Выплата не найдена");
      await giveUpPayout(
        platform,
        trx,
        { accountId: actor.accountId, payoutId: item.row.payout_id },
        read,
      );
      audit({
        event: "payout.canceled",
        object: { type: "payout", id: Number(item.row.payout_id) },
        before: { state: item.row.payout_state },
      });
      return (await loadPayrollItem(trx, actor, params.id, "payroll-registries.execute")).present();
    },
  );

  serve(
    endpoints.compare,
    ({ actor, params, query, trx }) => comparePayroll(trx, actor, params.id, query),
    { readsReplica: true },
  );

  serve(endpoints.itemPostings, async ({ actor, params, trx }) => {
    const item = await loadPayrollItem(trx, actor, params.id, "payroll-registries.view");
    return { items: await itemPostings(trx, item.registry, item.row) };
  });

  serve(
    endpoints.postings,
    async ({ actor, params, query, trx }) => {
      const registry = await loadRegistry(trx, actor, { ...VIEW, id: params.id });
      return registryPostings(trx, registry, {
        page: query.page ?? 1,
        perPage: query.perPage ?? 30,
      });
    },
    { readsReplica: true },
  );
}

function objectOf(registry: RegistryRow) {
  return {
    type: "payroll-registry",
    id: registry.id,
    title: registryTitle("payroll", registry.number),
  };
}
