import { List, theme } from "antd";
import { PROJECT_STATES, type PayoutWeeks } from "#contract/payouts/payout-weeks.ts";
import { countOf } from "#contract/values/plural.ts";
import { CountedSum, usePaymentsOf } from "./counted-sum.tsx";

const PROJECTS = ["проект", "проекта", "проектов"] as const;

/** What has reached the workmen of each project or will. */
export function PayoutProjects({ weeks, projects, otherProjects }: PayoutWeeks) {
  const paymentsOf = usePaymentsOf();
  const ofWeeks = {
    states: PROJECT_STATES,
    periodStart: weeks[0]?.firstDay,
    periodEnd: weeks.at(-1)?.lastDay,
  };
  const named = projects.map(({ project, ...sums }) => ({
    key: String(project?.id),
    title: project?.title ?? "Без проекта",
    to: paymentsOf({
      ...ofWeeks,
      ...(project ? { projectIDs: [String(project.id)] } : { withoutProject: "1" }),
    }),
    ...sums,
  }));
  const rest = otherProjects && {
    key: "rest",
    title: `Ещё ${countOf(otherProjects.projectIDs.length, PROJECTS)}`,
    to:
      otherProjects.projectIDs.length > MOST_IN_ADDRESS
        ? undefined
        : paymentsOf({ ...ofWeeks, projectIDs: otherProjects.projectIDs.map(String) }),
    ...otherProjects,
  };
  const rows = rest ? [...named, rest] : named;
  if (!projects.some(({ project }) => project !== null))
    return (
      <p className="muted">
        Выплат по проектам за {weeks.length} недель не было. Укажите проект в реестре или задании, и
        суммы появятся здесь
      </p>
    );
  const most = Math.max(...rows.map(({ amount }) => amount));
  return (
    <>
      <p className="muted">Выплачено и в пути за {weeks.length} недель</p>
      <List
        size="small"
        dataSource={rows}
        rowKey="key"
        renderItem={({ title, to, count, amount }) => (
          <List.Item style={{ display: "block", paddingInline: 0 }}>
            {title} <CountedSum amount={amount} count={count} to={to} name={title} />
            <Share of={amount / most} />
          </List.Item>
        )}
      />
    </>
  );
}

/** An address has room for so many. */
const MOST_IN_ADDRESS = 100;

/** Of the largest. */
function Share({ of }: { readonly of: number }) {
  const { token } = theme.useToken();
  return (
    <div
      aria-hidden
      style={{
        width: `${of * 100}%`,
        minWidth: 2,
        height: 6,
        marginTop: 2,
        borderRadius: 2,
        background: token.colorPrimary,
      }}
    />
  );
}
