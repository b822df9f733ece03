import { payoutEndpoints as endpoints, type Payout } from "#contract/payouts/payout-endpoints.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { cancelPayout } from "./actions/cancel-payout.ts";
import { giveUpPayout, retryPayout } from "./actions/decide-payout.ts";
import { askAboutOrder, askAboutPayout, type AskedPayout } from "./ask-about-payout.ts";
import type { Platform } from "#server/platform.ts";
import { incomeFile } from "./income-file.ts";
import { listPayouts } from "./list-payouts.ts";
import { postingsOfPayout } from "./payout-postings.ts";
import { readPayoutSteps } from "./payout-steps.ts";
import { payoutWeeks } from "./payout-weeks.ts";
import { readPayout, type SeenPayout } from "./presenter.ts";
import { readIncome } from "./workman-income.ts";

const PAY = "payroll-registries.execute";

type Command = "cancel" | "retry" | "giveUp";

interface Decision {
  readonly event: "payout.canceled" | "payout.retried";
  readonly act: typeof cancelPayout;
  readonly whyNot: (seen: SeenPayout) => string;
}

interface ReadingCall<Read> {
  readonly actor: Actor;
  readonly params: { readonly id: number };
  readonly trx: Trx;
  readonly audit: (record: AuditRecord) => void;
  readonly read: Read;
}

const CANCEL: Decision = {
  event: "payout.canceled",
  act: cancelPayout,
  whyNot: ({ payout }) =>
    `Выплата в состоянии «${payout.state.title}»: отменить можно ту, что ещё не ушла в банк`,
};
const RETRY: Decision = { event: "payout.retried", act: retryPayout, whyNot };
const GIVE_UP: Decision = { event: "payout.canceled", act: giveUpPayout, whyNot };

export function servePayouts(serve: Serve, platform: Platform): void {
  const read = (
    trx: Trx,
    actor: Actor,
    id: number,
    permission: "transactions.view" | "payroll-registries.execute" = PAY,
  ) => readPayout(trx, actor, id, { permission, now: platform.clock.now() });

  /** Asks outside before the transaction; nothing for a command that is refused anyway. */
  const askFor =
    (command: Command) =>
    async ({
      actor,
      params,
      db,
    }: {
      readonly actor: Actor;
      readonly params: { readonly id: number };
      readonly db: Trx;
    }): Promise<AskedPayout | null> => {
      const { payout, accountId, id } = await read(db, actor, params.id);
      if (!payout.permissions[command]) return null;
      const ask = command === "retry" ? askAboutOrder : askAboutPayout;
      return ask(platform, { accountId, payoutId: id });
    };

  serve.list(endpoints.list, ({ actor, query }) => listPayouts(actor, query, platform.clock.now()));

  serve(endpoints.byWeek, ({ actor, trx }) => payoutWeeks(trx, actor, platform.clock.now()));

  serve(endpoints.income, ({ actor, query, trx }) =>
    readIncome(trx, actor, query.year, platform.clock.now()),
  );

  serve(endpoints.incomeFile, ({ actor, query, trx }) => incomeFile(trx, actor, query));

  serve(
    endpoints.get,
    async ({ actor, params, trx }) =>
      (await read(trx, actor, params.id, "transactions.view")).payout,
  );

  serve(endpoints.steps, async ({ actor, params, trx }) => ({
    items: await readPayoutSteps(
      trx,
      actor,
      await read(trx, actor, params.id, "transactions.view"),
    ),
  }));

  serve(endpoints.postings, async ({ actor, params, trx }) => {
    const { accountId, id } = await read(trx, actor, params.id, "transactions.view");
    // A person of both sides reads only his company's ledger.
    if (accountId !== actor.accountId) throw notFound("Выплата не найдена");
    return { items: await postingsOfPayout(trx, { accountId, payoutId: id }, null) };
  });

  /** One decision about a payout: asked about outside, checked again, done, journaled. */
  const decide =
    (command: Command, { event, act, whyNot }: Decision) =>
    async ({
      actor,
      params,
      trx,
      audit,
      read: asked,
    }: ReadingCall<AskedPayout | null>): Promise<Payout> => {
      const before = await read(trx, actor, params.id);
      if (!before.payout.permissions[command]) throw conflict(whyNot(before));
      const { accountId, id, state } = before;
      await act(platform, trx, { accountId, payoutId: id }, asked);
      audit({
        event,
        accountId,
        object: { type: "payout", id: params.id },
        before: { state },
      });
      return (await read(trx, actor, params.id)).payout;
    };

  serve.reading(endpoints.cancel, askFor("cancel"), decide("cancel", CANCEL));
  serve.reading(endpoints.retry, askFor("retry"), decide("retry", RETRY));
  serve.reading(endpoints.giveUp, askFor("giveUp"), decide("giveUp", GIVE_UP));
}

function whyNot({ payout }: SeenPayout): string {
  if (payout.state.id === "RETURNED" || payout.state.id === "FAILED")
    return "Все попытки использованы. Проверьте реквизиты и обратитесь в поддержку";
  return `Выплата в состоянии «${payout.state.title}»: повторить или отменить можно ту, что не дошла`;
}
