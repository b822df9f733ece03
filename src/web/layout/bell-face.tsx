/** Larger counts are «99+». */
const MOST_COUNTED = 99;

/** The parent sets `bellLabel`. */
export function BellFace({ unread }: { readonly unread: number | null }) {
  return (
    <>
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      >
        <path
          d="M10 2.5a5 5 0 0 0-5 5v3.2L3.5 14h13L15 10.7V7.5a5 5 0 0 0-5-5ZM8 16.5a2 2 0 0 0 4 0"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {unread ? (
        <span className="bell-count" aria-hidden="true">
          {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
        </span>
      ) : null}
    </>
  );
}
