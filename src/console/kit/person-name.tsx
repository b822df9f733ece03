import { Tooltip } from "antd";
import { formatPhone } from "#web/format/phone.ts";
import { PageLink } from "#web/ui/page-link.tsx";

export interface Person {
  readonly id?: number | null;
  readonly name: string;
  readonly phone?: string | null;
  readonly inn?: string | null;
  readonly city?: { readonly title: string } | null;
  readonly rating?: number | null;
  readonly finishedJobsCount?: number;
}

/** A full name is never cut. */
const WHOLE = { "data-person": "", style: { whiteSpace: "normal" } } as const;

export function PersonName({ person }: { readonly person: Person }) {
  const facts = factsOf(person);
  const name =
    typeof person.id === "number" ? (
      <PageLink to={`/workmans/${person.id}`}>{person.name}</PageLink>
    ) : (
      person.name
    );
  if (facts === "") return <span {...WHOLE}>{name}</span>;
  return (
    <Tooltip title={`${person.name} · ${facts}`} trigger={["hover", "focus"]}>
      {/* Suppresses the cell's own tooltip. */}
      <span {...WHOLE} title="">
        {name}
      </span>
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
