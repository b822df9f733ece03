import { sql } from "kysely";
import { DESTINATION_CHANGE, type DestinationChange } from "#contract/destinations/destination.ts";
import { destinationEndpoints as endpoints } from "#contract/destinations/destination-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import { AppError, conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { readChangeKey } from "./change-key.ts";
import { disownChange, liftStop, readFormer, readStop } from "./payouts-stop.ts";

const UNKNOWN = "Ссылка неверна. Откройте её из сообщения целиком";

export function serveDestinations(serve: Serve, platform: Platform): void {
  const { clock, secrets } = platform;

  serve(endpoints.change, async ({ params, trx }) => {
    const { rows } = await sql<{
      kind: DestinationChange;
      shown: string;
      changed_at: Date;
      disowned_at: Date | null;
    }>`
      SELECT kind, shown, changed_at, disowned_at
      FROM destination_changes
      WHERE id = ${readChangeKey(secrets, params.key)}`.execute(trx);
    const change = rows[0];
    if (!change) throw notFound(UNKNOWN);
    return {
      kind: definitionFor(DESTINATION_CHANGE, change.kind),
      shown: change.shown,
      changedAt: change.changed_at.toISOString(),
      disownedAt: change.disowned_at?.toISOString() ?? null,
    };
  });

  serve(endpoints.disown, async ({ params, trx, audit }) => {
    const id = readChangeKey(secrets, params.key);
    if (id === null) throw notFound(UNKNOWN);
    audit({
      event: "destination.disowned",
      object: { type: "destination-change", id: Number(id) },
    });
    if (!(await disownChange(platform, trx, id)))
      throw conflict("Об этом вы уже сообщили: выплаты остановлены, все сеансы завершены");
    return { ok: true } as const;
  });

  serve(endpoints.stop, async ({ actor, trx }) => {
    const { largeFrom, ...stop } = await readStop(trx, actor.workmanId, clock.now());
    const former = stop.isStopped ? await readFormer(trx, actor.workmanId) : null;
    return { ...stop, largeFrom: largeFrom?.toISOString() ?? null, former };
  });

  serve(endpoints.resume, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const stop = await readStop(trx, actor.workmanId, at);
    if (!stop.isStopped) throw conflict("Выплаты не остановлены");
    if (stop.isBySupport)
      throw new AppError(
        "forbidden",
        "Телефон сменили не вы, поэтому код на него ничего не доказывает. Напишите в поддержку",
      );
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("PAYOUTS_RESUME"),
      code: body.otp,
      field: "otp",
    });
    await liftStop(trx, actor.workmanId, at);
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman-wallet" });
    audit({
      event: "payouts.resumed",
      object: { type: "workman", id: actor.workmanId, title: actor.name },
    });
    return { ok: true } as const;
  });
}
