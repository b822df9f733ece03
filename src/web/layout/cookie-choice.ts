/** Source: specification §9. */
const ACCEPTED = "cookieAccepted";

export function hasAcceptedCookies(): boolean {
  return localStorage.getItem(ACCEPTED) === "true";
}

export function acceptCookies(): void {
  localStorage.setItem(ACCEPTED, "true");
}
