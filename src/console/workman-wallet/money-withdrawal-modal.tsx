import { Alert, Button, Descriptions, Flex, Form, Input, Select, Skeleton, Typography } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { arrivalWords } from "#contract/payouts/payout-arrival.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import type { BoundCard } from "#contract/workman-wallet/wallet.ts";
import { formatRubles, readRubles } from "#web/format/money.ts";
import { CloseButton } from "#console/kit/close-button.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { useSettled } from "#console/kit/use-settled.ts";
import { ConsoleHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { NOTHING_TO_WITHDRAW, PAYMENT_METHODS } from "./wallet-labels.ts";
import { withdrawalRefusal } from "./withdrawal-refusal.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";

type Terms = AnswerOf<typeof walletEndpoints.withdrawalTerms>;

/** Source: specification §5. */
export default function MoneyWithdrawalModal({
  cardId,
  close,
}: ModalProps["money-withdrawal"] & ModalControls) {
  const balance = useRead(walletEndpoints.balance, {}, { silent: true, staleTimeMs: 0 });
  const cards = useRead(walletEndpoints.cards, {}, { silent: true });
  const failed = balance.error ? balance : cards.error ? cards : null;
  if (failed?.error) return <FailedPart message={failed.error.message} onRetry={failed.reload} />;
  if (!balance.data || !cards.data) return <Skeleton active />;
  const working = cards.data.items.filter(({ status }) => status === "ok");
  if (balance.data.current <= 0)
    return (
      <>
        <Alert type="info" showIcon message={NOTHING_TO_WITHDRAW} />
        <CloseButton onClose={close} />
      </>
    );
  if (working.length === 0) return <NoCard onClose={close} />;
  return (
    <Withdrawal
      balance={balance.data.current}
      onRefresh={balance.reload}
      cards={working}
      firstCard={working.find((one) => one.cardId === cardId) ?? working[0]}
    />
  );
}

function NoCard({ onClose }: { readonly onClose: () => void }) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        message="Нет карты, на которую можно вывести деньги"
        description={
          <PageLink to={PAYMENT_METHODS} onClick={onClose}>
            Привязать карту
          </PageLink>
        }
      />
      <CloseButton onClose={onClose} />
    </>
  );
}

interface WithdrawalProps {
  readonly balance: number;
  readonly onRefresh: () => void;
  readonly cards: readonly BoundCard[];
  readonly firstCard: BoundCard | undefined;
}

function Withdrawal({ balance, onRefresh, cards, firstCard }: WithdrawalProps) {
  const [text, setText] = useState("");
  useUnsaved(text !== "");
  const [cardID, setCardID] = useState(firstCard?.cardId ?? "");
  /** Frozen until the server responds. */
  const [agreed, setAgreed] = useState<Terms | null>(null);
  const read = readRubles(text);
  const amount = read.ok ? read.rubles : null;
  const refusal =
    text === "" ? null : read.ok ? withdrawalRefusal(read.rubles, balance) : read.message;
  const isReady = amount !== null && refusal === null;
  const asked = useSettled(isReady ? amount : null);
  const reading = useRead(
    walletEndpoints.withdrawalTerms,
    { query: { cardID, amount: asked ?? 0 } },
    { enabled: asked !== null, silent: true, staleTimeMs: 0 },
  );
  const current = asked === amount && isReady ? (reading.data ?? null) : null;
  const terms = agreed ?? current;
  const fault =
    refusal ??
    (isReady && reading.error
      ? (Object.values(reading.error.errors ?? {}).flat()[0] ?? reading.error.message)
      : null);

  /** The balance may have changed since the modal opened. */
  const send = async () => {
    const { current: now } = await requestEndpoint(walletEndpoints.balance, {});
    onRefresh();
    const late = withdrawalRefusal(amount ?? 0, now);
    if (late !== null)
      throw new ConsoleHttpError({ message: late, statusCode: 409, code: "insufficient_funds" });
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, {
      body: {
        action: "WITHDRAWAL",
        amount: amount ?? 0,
        destination: { type: "CARD", number: cardID },
      },
    });
    setAgreed(terms);
    return sent;
  };
  return (
    <RecordForm
      endpoint={walletEndpoints.withdrawByCard}
      submitTitle={terms ? `Вывести ${formatRubles(terms.amount)}` : "Вывести"}
      code={{ send: terms === null ? null : send }}
      input={(_, otp) => ({ body: { cardID, amount: amount ?? 0, otp, version: terms?.version } })}
      done={({ amount: taken, pan, current: left }) =>
        `${formatRubles(taken)} отправлены на карту ${pan}. В кошельке осталось ${formatRubles(left)}`
      }
      onSettled={() => {
        setAgreed(null);
        onRefresh();
      }}
    >
      <Form layout="vertical" component="div" disabled={agreed !== null}>
        <Typography.Paragraph>
          В кошельке <strong>{<MoneyText rubles={balance} />}</strong>
        </Typography.Paragraph>
        <Form.Item label="Карта" htmlFor="withdrawal-card">
          <Select
            id="withdrawal-card"
            value={cardID}
            options={cards.map(({ cardId, pan }) => ({ value: cardId, label: pan }))}
            onChange={setCardID}
          />
        </Form.Item>
        <Form.Item
          label="Сумма, ₽"
          htmlFor="withdrawal-amount"
          validateStatus={fault ? "error" : undefined}
          help={fault ? <span role="alert">{fault}</span> : undefined}
        >
          <Flex gap="small">
            <Input
              id="withdrawal-amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              placeholder="1 000,00"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button onClick={() => setText(String(balance).replace(".", ","))}>Всё</Button>
          </Flex>
        </Form.Item>
      </Form>
      <div aria-live="polite">
        {terms ? <TermsFacts terms={terms} left={balance - terms.amount} /> : null}
      </div>
    </RecordForm>
  );
}

function TermsFacts({
  terms: { fee, toReceive, pan, promisedOn, waitsUntil },
  left,
}: {
  readonly terms: Terms;
  readonly left: number;
}) {
  // A long sum has a line of its own.
  const isPhone = useIsPhone();
  return (
    <Descriptions
      size="small"
      column={1}
      layout={isPhone ? "vertical" : "horizontal"}
      items={[
        { key: "fee", label: "Комиссия", children: fee === 0 ? "нет" : <MoneyText rubles={fee} /> },
        {
          key: "receive",
          label: `Придёт на карту ${pan}`,
          children: <strong>{<MoneyText rubles={toReceive} />}</strong>,
        },
        {
          key: "when",
          label: "Когда",
          children: waitsUntil ? (
            <span>
              уйдёт <DateText value={waitsUntil} />: крупная сумма ждёт сутки после смены реквизитов
            </span>
          ) : (
            arrivalWords(promisedOn)
          ),
        },
        {
          key: "left",
          label: "Останется в кошельке",
          children: <MoneyText rubles={left} />,
        },
      ]}
    />
  );
}
