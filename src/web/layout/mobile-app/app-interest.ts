import { mobileAppEndpoints } from "#contract/mobile-app/mobile-app-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";

export type AppInterestPlace = "header" | "footer" | "banner";

/** Source: specification §7, «POST /fake-mobile … fire-and-forget». */
export function reportAppInterest(place: AppInterestPlace): void {
  callEndpoint(mobileAppEndpoints.fakeMobile, { body: { message: `mobile-app:${place}` } }).catch(
    () => undefined,
  );
}
