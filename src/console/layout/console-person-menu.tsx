import { Dropdown, type MenuProps } from "antd";
import type { MyInfo } from "#contract/auth/session.ts";
import { signOut } from "#web/session/session.ts";
import { HeaderLinkItem } from "#web/layout/header-link-item.tsx";
import { headerLinks } from "#web/layout/header-menu.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { usePersonCommands } from "#web/layout/person-commands.ts";
import { useInstall } from "./install-prompt.ts";
import { PersonFace } from "#web/layout/person-face.tsx";
import { COMPANY_MENU, useCompanyItems } from "./use-company-items.tsx";

/** The site leads here; who is inside needs no second tab of it. */
const CONSOLE_HOME = "/app/profile/summary";

export function ConsolePersonMenu({
  me,
  onShortcuts,
}: {
  readonly me: MyInfo;
  readonly onShortcuts: () => void;
}) {
  const { chooseCity } = usePersonCommands();
  const hasPage = useHasPage();
  const companies = useCompanyItems(me);
  const install = useInstall();
  const items: MenuProps["items"] = [
    { key: "profile", label: <PageLink to="/profile">Личный кабинет</PageLink> },
    {
      key: "editprofile",
      label: <PageLink to="/profile/editprofile">Профиль пользователя</PageLink>,
    },
    ...headerLinks(me, hasPage).flatMap((link) =>
      link.place === "person" && "to" in link && link.to !== CONSOLE_HOME
        ? [{ key: link.label, label: <HeaderLinkItem link={link} /> }]
        : [],
    ),
    { key: "city", label: "Город", extra: me.city?.title ?? "не выбран", onClick: chooseCity },
    ...(companies.length > 0
      ? [{ type: "group" as const, key: "companies", label: "Компания", children: companies }]
      : []),
    { type: "divider" },
    {
      key: "new-company",
      label: (
        <PageLink to="/profile?new-company">
          {companies.length > 0 ? "Добавить компанию" : "Зарегистрировать компанию"}
        </PageLink>
      ),
    },
    ...(install && me.isWorkman
      ? [{ key: "install", label: "Установить приложение", onClick: install }]
      : []),
    { key: "shortcuts", label: "Клавиши", extra: "?", onClick: onShortcuts },
    { key: "sign-out", label: "Выйти", onClick: () => void signOut() },
  ];
  return (
    <Dropdown
      trigger={["click"]}
      overlayStyle={COMPANY_MENU}
      placement="bottomRight"
      menu={{ items, selectedKeys: [`account-${me.currentAccountID}`] }}
    >
      <button type="button" className="person-button">
        <PersonFace me={me} />
      </button>
    </Dropdown>
  );
}
