import { useId, useRef, useState } from "react";
import { PageLink } from "#console/ui/page-link.tsx";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { ROLES } from "#contract/access/roles.ts";
import { openModal, provideModals } from "#console/modals/modal-store.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { reloadMe, signOut, switchAccount } from "#console/providers/session.ts";
import { toast } from "#console/providers/toasts.ts";
import { PersonPicture } from "#console/ui/person-picture.tsx";
import { useDismiss } from "#console/ui/use-dismiss.ts";
import "./person-menu.css";

provideModals({ "city-select": { title: "Ваш город", load: () => import("./city/city-select-modal.tsx"), maxWidthPx: 520 } });

/** Who is signed in, the companies the person may act for, and the way out. */
export function PersonMenu({ me }: { me: MyInfo }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useDismiss(root, button, isOpen, () => setIsOpen(false));

  const current = me.accounts.find(({ id }) => id === me.currentAccountID);
  const handleSwitch = async (accountId: number) => {
    setIsBusy(true);
    try {
      await switchAccount(accountId);
      // Every screen shows the account that was left: a fresh load is the only way to be sure none stays.
      location.assign("/profile");
    } catch (error) {
      toast({ type: "error", message: asHttpError(error).message });
      setIsBusy(false);
    }
  };

  const handleCity = () => {
    setIsOpen(false);
    openModal("city-select", { onSelect: (city) => void keepCity(city) });
  };

  return (
    <div ref={root} className="person-menu">
      <button ref={button} type="button" className="person-button" aria-expanded={isOpen} aria-controls={panelId} onClick={() => setIsOpen(!isOpen)}>
        {me.picture ? (
          <PersonPicture picture={me.picture} sizePx={32} />
        ) : (
          <span className="person-initials" aria-hidden="true">
            {initialsOf(me.name)}
          </span>
        )}
        <span className="person-name">{me.name}</span>
        {current ? <span className="person-account">{current.companyDetailsName}</span> : null}
      </button>
      <div id={panelId} className="person-panel" hidden={!isOpen}>
        <PageLink to="/profile" onClick={() => setIsOpen(false)}>
          Личный кабинет
        </PageLink>
        <PageLink to="/profile/editprofile" onClick={() => setIsOpen(false)}>
          Профиль пользователя
        </PageLink>
        <button type="button" onClick={handleCity}>
          Город: {me.city?.title ?? "не выбран"}
          <small>Изменить</small>
        </button>
        {me.accounts.length > 0 ? (
          <fieldset disabled={isBusy}>
            <legend>Компания</legend>
            {me.accounts.map(({ id, companyDetailsName, role }) => (
              <button key={id} type="button" aria-current={id === me.currentAccountID ? "true" : undefined} onClick={() => (id === me.currentAccountID ? setIsOpen(false) : void handleSwitch(id))}>
                {companyDetailsName}
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

/** All a narrow phone has room for: «БА» of «Белова Анна Сергеевна». */
function initialsOf(name: string): string {
  return name.split(" ").slice(0, 2).map((word) => word.charAt(0)).join("");
}

/** The city of the person is kept on the server, so every device knows it. */
async function keepCity({ id, title }: { id: number; title: string }): Promise<void> {
  try {
    await callEndpoint(authEndpoints.updateMe, { body: { cityID: id } });
    await reloadMe();
    toast({ type: "success", message: `Ваш город: ${title}` });
  } catch (error) {
    toast({ type: "error", message: asHttpError(error).message });
  }
}
