import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { useList } from "@refinedev/core";
import { Alert, Button, Card, Descriptions, Empty, Flex, Skeleton } from "antd";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { mendingAdvice } from "#contract/payouts/payout-failures.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { StateText } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PAYOUTS, RECEIPTS } from "./payout-lists.ts";
import { usePayoutCommands } from "./payout-commands.tsx";
import { PayoutSteps } from "#console/kit/payout-steps.tsx";
import { useReceiptCommands } from "./receipt-commands.tsx";
import { ReceiptLine } from "./receipt-line.tsx";
import { keptItems } from "./kept-items.tsx";

const EVERY = { pagination: { currentPage: 1, pageSize: 100 }, errorNotification: false } as const;

/**
 * Payouts of one job, newest first, live. One that ended unpaid is followed by another once the
 * result is accepted again.
 */
export default function JobPayoutsSection({ jobId }: { readonly jobId: number }) {
  const { payouts, isLoading, failure, reload } = useJobPayouts(jobId);
  const receipts = useReceipts(jobId);
  const payoutCommandsOf = usePayoutCommands();
  const receiptCommandsOf = useReceiptCommands();
  if (failure)
    return (
      <Alert
        type="error"
        role="alert"
        showIcon
        message={failure}
        action={<Button onClick={reload}>Повторить</Button>}
      />
    );
  if (isLoading) return <Skeleton active />;
  return (
    <>
      {payouts.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="Выплата появится, когда вы примете результат"
        />
      ) : null}
      <Flex vertical gap="small">
        {payouts.map((payout) => {
          const receipt = receipts.find(({ id }) => id === payout.id);
          // A refused receipt is resent by the payout's own command.
          const ofReceipt = receipt
            ? receiptCommandsOf(receipt).filter(({ key }) => key !== "retry")
            : [];
          return (
            <PayoutCard
              key={payout.id}
              payout={payout}
              receipt={receipt}
              commands={[...payoutCommandsOf(payout), ...ofReceipt]}
            />
          );
        })}
      </Flex>
    </>
  );
}

function useJobPayouts(jobID: number) {
  const { result, query } = useList<Payout>({
    ...EVERY,
    resource: PAYOUTS,
    meta: { query: { jobID } },
    sorters: [{ field: "createdAt", order: "desc" }],
  });
  return {
    payouts: result.data,
    isLoading: query.isLoading,
    failure: query.error?.message,
    reload: () => void query.refetch(),
  };
}

function useReceipts(jobID: number): readonly Receipt[] {
  const { result } = useList<Receipt>({ ...EVERY, resource: RECEIPTS, meta: { query: { jobID } } });
  return result.data;
}

interface PayoutCardProps {
  readonly payout: Payout;
  readonly receipt: Receipt | undefined;
  readonly commands: readonly RowAction[];
}

function PayoutCard({ payout, receipt, commands }: PayoutCardProps) {
  const {
    state,
    amount,
    toTransfer,
    kind,
    destination,
    destinationHolder,
    failureReason,
    problem,
    triesCount,
  } = payout;
  return (
    <Card size="small">
      {failureReason ? (
        <Alert
          type="error"
          showIcon
          style={{ marginBottom: 12 }}
          message={`Деньги не дошли: ${problem ?? failureReason.title}`}
          description={mendingAdvice(failureReason.id, "account", { state: state.id, triesCount })}
        />
      ) : null}
      <PayoutSteps payoutId={payout.id} />
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 1, md: 2, lg: 3 }}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={PAYOUT_STATE.tones[state.id]} />,
          },
          { key: "amount", label: "Начислено", children: <MoneyText rubles={amount} /> },
          ...keptItems(payout),
          { key: "transfer", label: "К выплате", children: <MoneyText rubles={toTransfer} /> },
          {
            key: "where",
            label: kind.title,
            children: [destination, destinationHolder].filter(Boolean).join(", ") || "—",
          },
          ...(triesCount > 1 ? [{ key: "tries", label: "Попыток", children: triesCount }] : []),
          {
            key: "receipt",
            label: "Чек",
            children: <ReceiptLine payout={payout} receipt={receipt} />,
          },
        ]}
      />
      <Flex gap="small" wrap style={{ marginTop: 8 }}>
        {commands.map(({ key, label, onClick, isDangerous }) => (
          <Button
            key={key}
            danger={isDangerous}
            type={isDangerous ? "default" : "primary"}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </Flex>
    </Card>
  );
}
