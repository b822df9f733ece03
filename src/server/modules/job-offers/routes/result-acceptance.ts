import { sql, type RawBuilder } from "kysely";
import { JOB_OFFER_STATE, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { overLimit } from "#contract/approvals/accept-limit.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { changesBetween, describeChanges } from "#contract/values/seen-version.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { acceptLimit } from "#server/modules/accounts/index.ts";
import { objectOf } from "../offer-audit.ts";
import type { Platform } from "#server/platform.ts";
import { lockOffer } from "../lock-offer.ts";
import { readOffer } from "../read-offer.ts";
import { ofCompany } from "../queries.ts";
import { offerVersion, VERSION_COLUMNS, type VersionedOffer } from "../offer-version.ts";
import { payableNow, payOffers, type PaidOffer } from "../actions/pay-offers.ts";

const ACTIONS = { offer: "acceptResult", job: "acceptResult" } as const;

export function serveResultAcceptance(serve: Serve, platform: Platform): void {
  const { clock, events } = platform;

  serve(endpoints.resultAccept, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "resultAccept", body.version);
    const { kinds, refusals } = await payableNow(trx, [offer], at, "account");
    const refusal =
      refusals.get(offer.id) ?? overLimit(await acceptLimit(trx, actor), offer.amount_kopecks);
    if (refusal !== undefined) throw conflict(refusal);
    await payOffers(
      platform,
      trx,
      { accountId: actor.accountId, offers: [offer], actions: ACTIONS, by: "account", actor, at },
      kinds,
    );
    await events.publish(trx, "offers.notice", {
      name: "OfferResultAccepted",
      accountId: actor.accountId,
      offerIds: [offer.id],
      at,
    });
    audit({
      event: "offer.result_accepted",
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: "RESULTACCEPTED", amount: kopecksToRubles(offer.amount_kopecks) },
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.massResultAccept, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const asked = [...new Set(body.jobOfferIDs)];
    if (body.versions !== undefined && body.versions.length !== body.jobOfferIDs.length)
      throw invalid({ versions: ["Укажите версию каждого отклика"] });
    const seen = new Map(
      body.versions?.map((version, index) => [body.jobOfferIDs[index] as number, version]),
    );
    const offers = new Map((await lockMany(trx, actor, asked)).map((one) => [Number(one.id), one]));
    const limit = await acceptLimit(trx, actor);
    const refused = new Map<number, string>();
    const acceptable: PaidOffer[] = [];
    for (const id of asked) {
      const offer = offers.get(id);
      const message =
        offer === undefined
          ? "Отклик не найден"
          : (whyNotAccept(offer, seen.get(id)) ?? overLimit(limit, offer.amount_kopecks));
      if (message !== undefined) refused.set(id, message);
      else if (offer) acceptable.push(offer);
    }
    const { kinds, refusals } = await payableNow(trx, acceptable, at, "account");
    for (const [id, message] of refusals) refused.set(Number(id), message);
    const good = acceptable.filter(({ id }) => !refusals.has(id));
    const failed = asked.flatMap((id) => {
      const message = refused.get(id);
      return message === undefined ? [] : [{ jobOfferID: id, message }];
    });
    await payOffers(
      platform,
      trx,
      { accountId: actor.accountId, offers: good, actions: ACTIONS, by: "account", actor, at },
      kinds,
    );
    const accepted = good.map((one) => one.id);
    if (accepted.length > 0)
      await events.publish(trx, "offers.notice", {
        name: "OfferResultAccepted",
        accountId: actor.accountId,
        offerIds: accepted,
        at,
      });
    const acceptedAmount = kopecksToRubles(good.reduce((sum, one) => sum + one.amount_kopecks, 0n));
    audit({
      event: "offer.results_accepted",
      object: { type: "job-offers", id: good.length },
      after: { jobOfferIDs: accepted.map(Number), amount: acceptedAmount, failed: failed.length },
    });
    return { acceptedCount: good.length, acceptedAmount, failed };
  });
}

function whyNotAccept(offer: LockedResult, seen: string | undefined): string | undefined {
  if (offer.state !== "COMPLETED")
    return `Отклик в состоянии «${JOB_OFFER_STATE.titles[offer.state]}»: принять можно выполненный`;
  const current = offerVersion(offer, "account");
  return seen === undefined || seen === current
    ? undefined
    : describeChanges(changesBetween(seen, current));
}

type LockedResult = PaidOffer & VersionedOffer & { readonly state: JobOfferState };

/**
 * Acceptable ones within reach are locked: jobs, then offers, in one order. Jobs of all, for some
 * become acceptable meanwhile.
 */
async function lockMany(
  trx: Trx,
  actor: AccountActor,
  askedIds: readonly number[],
): Promise<LockedResult[]> {
  const asked = sql`
    o.account_id = ${actor.accountId} AND o.id = ANY (${numberArray(askedIds)}::bigint[])`;
  await sql`
    SELECT 1 FROM jobs j
    WHERE j.account_id = ${actor.accountId}
      AND j.id IN (SELECT o.job_id FROM job_offers o WHERE ${asked})
    ORDER BY j.id
    FOR NO KEY UPDATE`.execute(trx);
  const select = (which: RawBuilder<unknown>) => sql<LockedResult>`
    SELECT o.account_id, o.id, o.job_id, o.workman_id, o.hold_id, o.amount_kopecks,
      o.commission_kopecks, o.message, o.state, ${VERSION_COLUMNS}
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE ${asked} AND ${ofCompany(actor)} AND ${which}`;
  const { rows: locked } = await select(
    sql`o.state = 'COMPLETED' ORDER BY o.id FOR NO KEY UPDATE OF o`,
  ).execute(trx);
  const ids = numberArray(locked.map(({ id }) => id));
  const { rows: others } = await select(
    sql`o.state <> 'COMPLETED' AND o.id <> ALL (${ids}::bigint[])`,
  ).execute(trx);
  return [...locked, ...others];
}
