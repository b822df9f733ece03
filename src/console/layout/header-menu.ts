import type { MyInfo } from "#contract/auth/session.ts";

export interface HeaderLink {
  readonly label: string;
  readonly to: string;
  readonly isNewTab?: boolean;
}

/**
 * Links of the header by who is looking. Source: specification §2, «Header menu».
 * A link whose page is not built yet is left out: the header never leads nowhere.
 */
export function headerLinks(me: MyInfo | null, hasPage: (path: string) => boolean): HeaderLink[] {
  const links: (HeaderLink | null)[] = [
    me ? { label: "Личный кабинет", to: "/profile" } : null,
    me ? { label: "Мои задания", to: "/profile/jobs" } : null,
    me && hasActiveAccount(me) ? { label: "Создать задание", to: "/jobs/create" } : null,
    { label: "Найти задание", to: "/jobs" },
    !me || me.isWorkman ? { label: "База знаний", to: "/faq" } : null,
    me && me.accounts.length > 0 ? { label: "Новый интерфейс", to: "/app/profile/summary", isNewTab: true } : null,
  ];
  return links.filter((link): link is HeaderLink => link !== null && hasPage(link.to));
}

/** «Create job» needs an account in state ACTIVE. Source: specification §4, «Account stateID». */
function hasActiveAccount(me: MyInfo): boolean {
  return me.accounts.some(({ id, stateID }) => id === me.currentAccountID && stateID === "ACTIVE");
}
