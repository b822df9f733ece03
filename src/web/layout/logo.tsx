import { PageLink } from "#web/ui/page-link.tsx";

export function Logo() {
  return (
    <PageLink className="logo" to="/" aria-label="Платформа для самозанятых, на главную">
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0b57b7" />
        <path
          d="M9 22V10h8.5a4.5 4.5 0 0 1 0 9H13"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>Самозанятые</span>
    </PageLink>
  );
}
