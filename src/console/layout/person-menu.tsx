import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import type { MyInfo } from "#contract/auth/session.ts";
import { ROLES } from "#contract/access/roles.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { signOut, switchAccount } from "#console/providers/session.ts";
import { toast } from "#console/providers/toasts.ts";
import { useDismiss } from "#console/ui/use-dismiss.ts";
import "./person-menu.css";

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

  return (
    <div ref={root} className="person-menu">
      <button ref={button} type="button" className="person-button" aria-expanded={isOpen} aria-controls={panelId} onClick={() => setIsOpen(!isOpen)}>
        <span className="person-name">{me.name}</span>
        {current ? <span className="person-account">{current.companyDetailsName}</span> : null}
      </button>
      <div id={panelId} className="person-panel" hidden={!isOpen}>
        <Link to="/profile" onClick={() => setIsOpen(false)}>
          Личный кабинет
        </Link>
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
        <button type="button" onClick={() => void signOut()}>
          Выйти
        </button>
      </div>
    </div>
  );
}
