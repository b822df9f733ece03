import { Tooltip } from "antd";
import { formatPhone } from "#web/format/phone.ts";
import { PageLink } from "#web/ui/page-link.tsx";

/** A worker beside another record: whatever is known of him. */
export interface Person {
  /** Of the worker; without it he has no page. */
  readonly id?: number | null;
  readonly name: string;
  readonly phone?: string | null;
  readonly inn?: string | null;
  readonly city?: { readonly title: string } | null;
  readonly rating?: number | null;
  readonly finishedJobsCount?: number;
}

/**
 * A worker's name that leads to his page; his whole name and what else is known of him are its
 * tooltip.
 */
export function PersonName({ person }: { readonly person: Person }) {
  const facts = factsOf(person);
  const name =
    typeof person.id === "number" ? (
      <PageLink to={`/workmans/${person.id}`}>{person.name}</PageLink>
    ) : (
      <span>{person.name}</span>
    );
  if (facts === "") return name;
  return (
    <Tooltip title={`${person.name} · ${facts}`} trigger={["hover", "focus"]}>
      {/* The empty title keeps the cell's own from standing over this one. */}
      <span title="">{name}</span>
    </Tooltip>
  );
}

function factsOf({ phone, inn, city, rating, finishedJobsCount }: Person): string {
  return [
    phone && formatPhone(phone),
    inn && `ИНН ${inn}`,
    city?.title,
    rating && `оценка ${rating.toLocaleString("ru-RU")}`,
    finishedJobsCount && `выполнил заданий: ${finishedJobsCount}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
