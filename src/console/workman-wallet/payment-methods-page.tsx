import { Alert, Button, Descriptions, List, Skeleton, Typography } from "antd";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { CARD_STATUS } from "#contract/workman-wallet/wallet-states.ts";
import type { BoundCard } from "#contract/workman-wallet/wallet.ts";
import { StateText } from "#console/kit/columns.tsx";
import { ActionsMenu } from "#console/kit/row-actions.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { PushOffer } from "#console/notices/parts.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { useIsMoneyAwaited, usePocketStats } from "#console/transactions/parts.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { BankDifferencesAlert } from "./bank-differences-alert.tsx";
import { DebtAlert } from "./debt-alert.tsx";
import { PayoutsStopAlert } from "./payouts-stop-alert.tsx";
import { WaitingWithdrawals } from "./waiting-withdrawals.tsx";
import { useCardBinding } from "./use-card-binding.ts";
import { NOTHING_TO_WITHDRAW } from "./wallet-labels.ts";

/** Source: specification §2, §7. */
export default function PaymentMethodsPage() {
  const { open } = useModal();
  const pockets = usePocketStats();
  const isAwaited = useIsMoneyAwaited();
  const balance = useRead(walletEndpoints.balance, {}, { silent: true });
  const cards = useRead(walletEndpoints.cards, {}, { silent: true });
  const details = useRead(walletEndpoints.paymentDetails, {}, { silent: true });
  const isEmpty = balance.data?.current === 0;
  return (
    <>
      <TitleBar title="Способы выплаты">
        {isEmpty ? null : (
          <Button type="primary" onClick={() => open("money-withdrawal", {})}>
            Вывести деньги
          </Button>
        )}
      </TitleBar>
      <PayoutsStopAlert />
      {balance.error ? (
        <FailedPart message={balance.error.message} onRetry={balance.reload} />
      ) : (
        <StatCards label="Кошелёк" stats={pockets} />
      )}
      <DebtAlert />
      <BankDifferencesAlert />
      {isEmpty ? (
        <Typography.Paragraph type="secondary">{NOTHING_TO_WITHDRAW}</Typography.Paragraph>
      ) : null}
      {isAwaited ? <PushOffer /> : null}
      <WaitingWithdrawals />
      <SectionCard
        title="Куда приходят выплаты"
        extra={
          <ChangeButton
            hasDetails={Boolean(details.data?.details)}
            onClick={() => open("requisite-change", {})}
          />
        }
      >
        <Destination reading={details} />
      </SectionCard>
      <SectionCard title="Карты">
        <Cards
          reading={cards}
          chosenPan={details.data?.details?.type === "CARD" ? details.data.details.number : null}
          isEmpty={isEmpty}
        />
      </SectionCard>
    </>
  );
}

function ChangeButton({
  hasDetails,
  onClick,
}: {
  readonly hasDetails: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button type="link" size="small" onClick={onClick}>
      {hasDetails ? "Изменить" : "Указать"}
    </Button>
  );
}

type Reading<Endpoint extends Parameters<typeof useRead>[0]> = ReturnType<typeof useRead<Endpoint>>;

function Destination({
  reading: { data, error, reload },
}: {
  readonly reading: Reading<typeof walletEndpoints.paymentDetails>;
}) {
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton active title={false} />;
  if (data.details === null)
    return (
      <Alert
        type="warning"
        showIcon
        message="Выплатам пока некуда приходить"
        description="Привяжите карту, укажите счёт в банке или выберите СБП: без этого заказчик не сможет вам заплатить"
      />
    );
  return <Descriptions size="small" column={1} items={factsOf(data.details)} />;
}

function factsOf({
  type,
  number,
  accountNumber,
  bankName,
  bankBik,
  korAccountNumber,
  confirmedAt,
}: NonNullable<AnswerOf<typeof walletEndpoints.paymentDetails>["details"]>) {
  const confirmed = {
    key: "confirmed",
    label: "Подтверждено",
    children: <DateText value={confirmedAt} />,
  };
  if (type === "CARD")
    return [
      {
        key: "card",
        label: "Карта",
        children: number ?? "привязанная карта не работает: выберите другую",
      },
      confirmed,
    ];
  if (type === "SBP") return [{ key: "phone", label: "СБП, телефон", children: number }];
  return [
    { key: "account", label: "Счёт", children: accountNumber },
    { key: "bank", label: "Банк", children: bankName ?? "—" },
    { key: "bik", label: "БИК", children: bankBik },
    { key: "kor", label: "Корр. счёт", children: korAccountNumber ?? "—" },
    confirmed,
  ];
}

function Cards({
  reading,
  chosenPan,
  isEmpty,
}: {
  readonly reading: Reading<typeof walletEndpoints.cards>;
  readonly chosenPan: string | null;
  readonly isEmpty: boolean;
}) {
  const binding = useCardBinding();
  return (
    <>
      <ShortList
        reading={reading}
        rowKey="cardId"
        empty="Карт пока нет. Номер карты вводится на странице банка, мы его не храним"
        renderItem={(card) => (
          <CardRow card={card} isChosen={card.pan === chosenPan} isEmpty={isEmpty} />
        )}
      />
      {binding.failure ? (
        <Alert
          type="error"
          role="alert"
          showIcon
          message={binding.failure}
          style={{ marginBottom: 12 }}
        />
      ) : null}
      <Button loading={binding.isStarting} onClick={() => void binding.start()}>
        Привязать карту
      </Button>
    </>
  );
}

function CardRow({
  card: { cardId, pan, status },
  isChosen,
  isEmpty,
}: {
  readonly card: BoundCard;
  readonly isChosen: boolean;
  readonly isEmpty: boolean;
}) {
  const { open } = useModal();
  const broken = status === "ok" ? null : "Карта не работает. Привяжите другую";
  const commands = [
    {
      key: "choose",
      label: "Получать выплаты сюда",
      onClick: () => open("requisite-change", { cardId }),
      reason: isChosen ? "Выплаты уже приходят на эту карту" : broken,
    },
    {
      key: "withdraw",
      label: "Вывести деньги на карту",
      onClick: () => open("money-withdrawal", { cardId }),
      reason: broken ?? (isEmpty ? "В кошельке пусто" : null),
    },
    {
      key: "unbind",
      label: "Отвязать",
      onClick: () => open("card-unbind", { cardId, mask: pan }),
      isDangerous: true,
    },
  ];
  return (
    <List.Item style={{ flexWrap: "nowrap" }}>
      <span>
        <span className="num">{pan}</span>{" "}
        <StateText title={CARD_STATUS.titles[status]} tone={CARD_STATUS.tones[status]} />
        {isChosen ? <StateText title="Сюда приходят выплаты" tone="neutral" /> : null}
      </span>
      <ActionsMenu name={`карта ${pan}`} actions={commands} />
    </List.Item>
  );
}
