import type { MyInfo } from "#contract/auth/session.ts";
import { BellFace } from "./bell-face.tsx";
import "./header-balance.css";

/** Reserved for balance and bell. */
export function HeaderPlaces({ me }: { readonly me: MyInfo }) {
  return (
    <>
      <BalancePlace me={me} />
      <BellPlace />
    </>
  );
}

export function BalancePlace({ me }: { readonly me: MyInfo }) {
  return me.permissions.includes("money.view") ? <span className="header-balance" /> : null;
}

export function BellPlace() {
  return (
    <span className="icon-button">
      <BellFace unread={null} />
    </span>
  );
}
