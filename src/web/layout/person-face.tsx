import type { MyInfo } from "#contract/auth/session.ts";
import { PersonPicture } from "#web/ui/person-picture.tsx";
import "./person-face.css";

export function PersonFace({ me }: { me: MyInfo }) {
  const current = me.accounts.find(({ id }) => id === me.currentAccountID);
  return (
    <>
      {me.picture ? (
        <PersonPicture picture={me.picture} sizePx={32} />
      ) : (
        <span className="person-initials" aria-hidden="true">
          {initialsOf(me.name)}
        </span>
      )}
      <span className="person-name">{me.name}</span>
      {current ? <span className="person-account">{current.companyDetailsName}</span> : null}
    </>
  );
}

/** «БА» of «Белова Анна Сергеевна». */
function initialsOf(name: string): string {
  return name
    .split(" ")
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");
}
