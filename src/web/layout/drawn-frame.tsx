import type { MyInfo } from "#contract/auth/session.ts";
import { Banners } from "./banners.tsx";
import { ConsoleHeader } from "./console-header.tsx";
import { CompanyFace, SearchFace } from "./header-faces.tsx";
import { HeaderPlaces } from "./header-places.tsx";
import { PersonFace } from "./person-face.tsx";
import "./drawn-frame.css";

/** Before the console has loaded: nothing moves later, and no press is taken that would be lost. */
export function DrawnFrame({ me }: { readonly me: MyInfo }) {
  return (
    <div className="shell console" aria-busy="true" inert>
      <Banners />
      <ConsoleHeader
        company={
          me.accounts.length > 0 ? (
            <span className="company-switch">
              <CompanyFace me={me} />
            </span>
          ) : null
        }
        search={
          <span className="header-search">
            <SearchFace />
          </span>
        }
        tools={<HeaderPlaces me={me} />}
        person={
          <span className="person-button">
            <PersonFace me={me} />
          </span>
        }
      />
      <div className="drawn-frame-body">
        <div className="drawn-frame-menu" />
      </div>
    </div>
  );
}
