import type { MyInfo } from "#contract/auth/session.ts";

/** The company that the person acts for. */
export function CompanyFace({ me }: { readonly me: MyInfo }) {
  const company = me.accounts.find(({ id }) => id === me.currentAccountID);
  return <span className="company-name">{company?.companyDetailsName ?? "Выберите компанию"}</span>;
}

export function SearchFace() {
  return (
    <>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        <circle cx="7" cy="7" r="4.5" />
        <path d="M10.5 10.5 14 14" />
      </svg>
      <span>
        Поиск<span className="search-keys"> · Ctrl+K</span>
      </span>
    </>
  );
}
