import { useId, useRef, useState } from "react";
import { ROLES } from "#contract/access/roles.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { signOut } from "#web/session/session.ts";
import { HeaderLinkItem } from "#web/layout/header-link-item.tsx";
import { CompanyLabel } from "#web/layout/company-label.tsx";
import { headerLinks } from "#web/layout/header-menu.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { useDismiss } from "#web/ui/use-dismiss.ts";
import { usePersonCommands } from "#web/layout/person-commands.ts";
import { PersonFace } from "#web/layout/person-face.tsx";
import "#web/layout/header-panel.css";

export function PersonMenu({ me }: { me: MyInfo }) {
  const [isOpen, setIsOpen] = useState(false);
  const { goOver, chooseCity, isBusy } = usePersonCommands();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const hasPage = useHasPage();
  useDismiss(root, button, isOpen, () => setIsOpen(false));

  const handleCity = () => {
    setIsOpen(false);
    chooseCity();
  };

  return (
    <div ref={root} className="header-menu">
      <button
        ref={button}
        type="button"
        className="person-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <PersonFace me={me} />
      </button>
      <div id={panelId} className="header-panel" hidden={!isOpen}>
        <PageLink to="/profile" onClick={() => setIsOpen(false)}>
          Личный кабинет
        </PageLink>
        <PageLink to="/profile/editprofile" onClick={() => setIsOpen(false)}>
          Профиль пользователя
        </PageLink>
        {headerLinks(me, hasPage).map((link) =>
          link.place === "person" ? (
            <HeaderLinkItem key={link.label} link={link} onFollow={() => setIsOpen(false)} />
          ) : null,
        )}
        <button type="button" onClick={handleCity}>
          Город: {me.city?.title ?? "не выбран"}
          <small>Изменить</small>
        </button>
        {me.accounts.length > 0 ? (
          <fieldset disabled={isBusy}>
            <legend>Компания</legend>
            {me.accounts.map(({ id, companyDetailsName, role }) => (
              <button
                key={id}
                type="button"
                aria-current={id === me.currentAccountID ? "true" : undefined}
                onClick={() => (id === me.currentAccountID ? setIsOpen(false) : void goOver(id))}
              >
                <CompanyLabel name={companyDetailsName} />
                <small>{ROLES[role.id].title}</small>
              </button>
            ))}
          </fieldset>
        ) : null}
        <PageLink to="/profile?new-company" onClick={() => setIsOpen(false)}>
          {me.accounts.length > 0 ? "Добавить компанию" : "Зарегистрировать компанию"}
        </PageLink>
        <button type="button" onClick={() => void signOut()}>
          Выйти
        </button>
      </div>
    </div>
  );
}
