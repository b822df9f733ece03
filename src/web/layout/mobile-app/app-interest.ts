import { mobileAppEndpoints } from "#contract/mobile-app/mobile-app-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";

/** Where the link to the application was pressed. */
export type AppInterestPlace = "header" | "footer" | "banner";

/**
 * Tells the server that somebody wants the application; nobody waits for the answer and nobody
 * hears of a failure. Source: specification §7, «POST /fake-mobile … fire-and-forget, on clicking
 * the mobile app link».
 */
export function reportAppInterest(place: AppInterestPlace): void {
  callEndpoint(mobileAppEndpoints.fakeMobile, { body: { message: `mobile-app:${place}` } }).catch(
    () => undefined,
  );
}
