import { mobileAppEndpoints } from "#contract/mobile-app/mobile-app-endpoints.ts";
import { networkOf } from "#server/http/address-network.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";

const PER_MINUTE = 10;
/** More is an attack: then all share one limit. */
const MOST_ADDRESSES = 10_000;

/** Anybody may send any text, so only its length is logged. Source: `reliability.md` §3. */
export function serveMobileApp(serve: Serve, { clock }: Platform): void {
  let minute = 0;
  let seen = new Map<string, number>();
  serve(mobileAppEndpoints.fakeMobile, async ({ body, request, reply, audit }) => {
    const now = Math.floor(clock.now().getTime() / 60_000);
    if (now !== minute) [minute, seen] = [now, new Map()];
    const network = networkOf(request.ip);
    const key = seen.has(network) || seen.size < MOST_ADDRESSES ? network : "";
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > PER_MINUTE)
      throw new AppError("too_many_requests", undefined, {
        details: { retryAfterSeconds: 60 },
      });
    reply.log.info({ characters: body.message.length }, "mobile application asked for");
    audit({ event: mobileAppEndpoints.fakeMobile.id });
    return { ok: true as const };
  });
}
