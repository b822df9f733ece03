import { Button, Descriptions, Flex, List, Skeleton, Typography } from "antd";
import { useNavigate } from "react-router";
import type { Account } from "#contract/accounts/account.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { ShortList } from "#console/kit/short-list.tsx";
import { Stars } from "#console/kit/stars.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { useSession } from "#web/session/session.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { companyInn } from "#web/ui/company-inn.ts";
import { useOne } from "@refinedev/core";
import { WindowFoot } from "#console/kit/window-foot.tsx";

const SHOWN = 3;
const REVIEWS = ["отзыв", "отзыва", "отзывов"] as const;

export default function AccountModal({ accountId, close }: ModalProps["account"] & ModalControls) {
  const { result: account, query } = useOne<Account>({
    resource: "accounts",
    id: accountId,
    errorNotification: false,
  });
  const { error, refetch } = query;
  const jobs = useRead(
    jobEndpoints.byAccountList,
    { query: { accountID: accountId, page: 1, perPage: SHOWN } },
    { silent: true },
  );
  const reviews = useRead(
    reviewEndpoints.accountList,
    { query: { accountID: accountId, page: 1, perPage: SHOWN } },
    { silent: true },
  );
  if (error) return <FailedPart message={error.message} onRetry={() => void refetch()} />;
  if (!account) return <Skeleton active />;
  return (
    <>
      <Head account={account} />
      {account.description === null ? null : (
        <Typography.Paragraph style={{ whiteSpace: "pre-line", marginTop: 8 }}>
          {account.description}
        </Typography.Paragraph>
      )}
      <ShortList
        reading={jobs}
        rowKey="id"
        header="Открытые задания"
        empty="Сейчас открытых заданий нет"
        renderItem={({ id, title, budget }) => (
          <List.Item extra={<span className="num">{formatRubles(budget)}</span>}>
            <PageLink to={`/jobs/${id}`} onClick={close}>
              {title}
            </PageLink>
          </List.Item>
        )}
      />
      <ShortList
        reading={reviews}
        rowKey="id"
        header="Отзывы исполнителей"
        empty="Отзывов пока нет. Они появляются после завершённых заданий"
        renderItem={({ workman, score, text, createdAt }) => (
          <List.Item>
            <div>
              <Flex gap="small" wrap align="center">
                <b>{workman.name}</b>
                <Stars score={score} />
                <Typography.Text type="secondary">
                  <DateText value={createdAt} isDay />
                </Typography.Text>
              </Flex>
              <span style={{ whiteSpace: "pre-line" }}>{text}</span>
            </div>
          </List.Item>
        )}
      />
      <Commands account={account} close={close} />
    </>
  );
}

function Head({ account }: { readonly account: Account }) {
  const { companyDetailsName, rating, reviewsCount, city, finishedJobsCount, registeredAt } =
    account;
  const inn = companyInn(account);
  return (
    <Descriptions
      size="small"
      column={1}
      title={companyDetailsName}
      items={[
        {
          key: "rating",
          label: "Оценка",
          children:
            rating === null ? (
              "Отзывов пока нет"
            ) : (
              <Flex gap="small" wrap align="center">
                <Stars score={rating} />
                {`${rating.toLocaleString("ru-RU")}, ${countOf(reviewsCount, REVIEWS)}`}
              </Flex>
            ),
        },
        { key: "city", label: "Город", children: city?.title ?? "Не указан" },
        ...(inn === "" ? [] : [{ key: "inn", label: "ИНН", children: inn }]),
        { key: "finished", label: "Завершено заданий", children: finishedJobsCount },
        {
          key: "since",
          label: "На платформе с",
          children: <DateText value={registeredAt} isDay />,
        },
      ]}
    />
  );
}

function Commands({
  account: { id, publishedJobsCount },
  close,
}: {
  readonly account: Account;
  readonly close: () => void;
}) {
  const { open } = useModal();
  const navigate = useNavigate();
  const { me } = useSession();
  const goTo = (to: string) => {
    close();
    void navigate(to);
  };
  return (
    <WindowFoot>
      {me?.isWorkman && me.currentAccountID !== id ? (
        <Button onClick={() => open("account-review", { accountId: id })}>Оставить отзыв</Button>
      ) : null}
      {publishedJobsCount > SHOWN ? (
        <Button onClick={() => goTo(`/jobs?account=${id}`)}>Все задания</Button>
      ) : null}
      <Button type="primary" onClick={() => goTo(`/accounts/${id}`)}>
        Страница заказчика
      </Button>
    </WindowFoot>
  );
}
