/** Source: specification §9, «A local flag cookieAccepted is set to true on consent». */
const ACCEPTED = "cookieAccepted";

export function hasAcceptedCookies(): boolean {
  return localStorage.getItem(ACCEPTED) === "true";
}

export function acceptCookies(): void {
  localStorage.setItem(ACCEPTED, "true");
}
