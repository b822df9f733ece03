import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { PageLink } from "./page-link.tsx";
import "./site.css";

interface SitePagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly label: string;
  /** `page` on public pages. */
  readonly parameter?: string;
  /** First element, focused after a page change. */
  readonly topId?: string;
}

/** `currentPage` in the URL, as in console lists. */
export function SitePager({
  page,
  perPage,
  total,
  label,
  parameter = "currentPage",
  topId,
}: SitePagerProps) {
  const { pathname, search } = useLocation();
  useTopOfPage(page, topId);
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1) return null;
  const addressOf = (to: number) => {
    const query = new URLSearchParams(search);
    if (to === 1) query.delete(parameter);
    else query.set(parameter, String(to));
    return { pathname, search: query.toString() };
  };
  return (
    <nav className="row" aria-label={label} style={{ marginTop: 16 }}>
      {page > 1 ? (
        <PageLink className="button button-plain button-small" rel="prev" to={addressOf(page - 1)}>
          Назад
        </PageLink>
      ) : null}
      <span>
        Страница {page} из {last}
      </span>
      {page < last ? (
        <PageLink className="button button-plain button-small" rel="next" to={addressOf(page + 1)}>
          Вперёд
        </PageLink>
      ) : null}
    </nav>
  );
}

/** Back keeps the position. */
function useTopOfPage(page: number, topId: string | undefined): void {
  const type = useNavigationType();
  const before = useRef(page);
  useEffect(() => {
    const top =
      before.current !== page && type !== "POP" && topId !== undefined
        ? document.getElementById(topId)
        : null;
    before.current = page;
    top?.focus({ preventScroll: true });
    top?.scrollIntoView();
  }, [page, type, topId]);
}
