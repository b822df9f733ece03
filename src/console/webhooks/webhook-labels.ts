/** Resources. */
export const WEBHOOKS = "webhooks";
export const DELIVERIES = "webhooks/deliveries";
export const WEBHOOKS_PATH = "/profile/account?tab=webhooks";
export const pathOfWebhook = (id: number) => `/profile/account/webhooks/${id}`;

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
