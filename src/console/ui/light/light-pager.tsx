import { Link, useLocation } from "react-router";
import "./light.css";

interface LightPagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly label: string;
  /** Name of the page in the address; public pages say `page`. */
  readonly parameter?: string;
}

/** Links to the neighbouring pages of a light list; the page is `currentPage` of the address, as in every list of the cabinet. */
export function LightPager({ page, perPage, total, label, parameter = "currentPage" }: LightPagerProps) {
  const { pathname, search } = useLocation();
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
        <Link className="button button-plain button-small" rel="prev" to={addressOf(page - 1)}>
          Назад
        </Link>
      ) : null}
      <span>
        Страница {page} из {last}
      </span>
      {page < last ? (
        <Link className="button button-plain button-small" rel="next" to={addressOf(page + 1)}>
          Вперёд
        </Link>
      ) : null}
    </nav>
  );
}
