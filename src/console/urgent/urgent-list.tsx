import { Alert, List } from "antd";
import type { UrgentItem } from "#contract/urgent/urgent.ts";
import { LONG_WORDS } from "#console/kit/finger-size.tsx";
import { LinkButton } from "#console/kit/link-button.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { useUrgent } from "./use-urgent.ts";

interface UrgentListProps {
  /** Only what concerns this job, which has the buttons itself. */
  readonly jobId?: number;
}

/** The most urgent thing with its button; the others as lines below it. */
export default function UrgentList({ jobId }: UrgentListProps) {
  const all = useUrgent();
  const items =
    jobId === undefined ? all : all.filter((one) => one.jobID === jobId && isOfMoney(one));
  const [first, ...others] = items;
  if (first === undefined) return null;
  return (
    <>
      <UrgentAlert item={first} />
      {others.length === 0 ? null : (
        <SectionCard title="Ещё ждёт вас">
          <List
            size="small"
            dataSource={others}
            rowKey={keyOf}
            renderItem={({ text, button, to }) => (
              <List.Item style={{ flexWrap: "nowrap" }}>
                {text}
                <PageLink to={to} aria-label={`${button}: ${text}`} style={{ marginLeft: 16 }}>
                  {button}
                </PageLink>
              </List.Item>
            )}
          />
        </SectionCard>
      )}
    </>
  );
}

function UrgentAlert({ item }: { readonly item: UrgentItem }) {
  const isPhone = useIsPhone();
  return (
    <Alert
      type={isOfMoney(item) ? "error" : "warning"}
      showIcon
      message={item.text}
      description={
        <>
          {item.advice === "" ? null : <p style={{ marginTop: 0 }}>{item.advice}</p>}
          <LinkButton
            to={item.to}
            type="primary"
            size="large"
            {...(isPhone ? { style: LONG_WORDS } : {})}
          >
            {item.button}
          </LinkButton>
        </>
      }
      style={{ marginBottom: 12 }}
    />
  );
}

/** Money that has not arrived: said wherever its job is shown. */
function isOfMoney({ kind }: UrgentItem): boolean {
  return kind.id === "PAYOUT_FAILED";
}

function keyOf({ kind, to, text }: UrgentItem): string {
  return `${kind.id} ${to} ${text}`;
}
