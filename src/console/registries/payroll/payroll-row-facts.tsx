import { useCan } from "@refinedev/core";
import { PAYROLL_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { Button, Descriptions, Flex } from "antd";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { StateText } from "#console/kit/columns.tsx";
import { FailureNote } from "#console/kit/failure-note.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import type { RegistryPartProps } from "../registry-kind.ts";
import { useMoneySight } from "../use-registry.ts";
import { ActButton, Receipt } from "./payroll-results.tsx";
import { PAYROLL } from "./payroll-kind.ts";
import { usePayoutActions } from "./use-payout-actions.ts";
import { ItemPostings } from "./postings-drawer.tsx";

export function PayrollRowFacts({
  item,
  onChanged,
}: RegistryPartProps<PayrollInfo> & { readonly item: PayrollItem }) {
  const actionsOf = usePayoutActions(onChanged);
  const { sums } = useMoneySight(PAYROLL);
  const hasPostings = useCan(right("transactions.view")).data?.can;
  const downloadAct = useDownload(edocumentEndpoints.download);
  const { payout, receipt, actDocumentID, workman, amount, commission, state } = item;
  const facts = [
    {
      label: "Состояние",
      children: <StateText title={state.title} tone={PAYROLL_ITEM_STATE.tones[state.id]} />,
    },
    payout?.failureReason
      ? {
          label: "Причина",
          children: <FailureNote failure={payout.failureReason} actions={[]} />,
        }
      : null,
    workman ? { label: "Исполнитель", children: workman.name } : null,
    sums && amount !== null ? { label: "Сумма", children: <MoneyText rubles={amount} /> } : null,
    sums && commission !== null
      ? { label: "Комиссия", children: <MoneyText rubles={commission} /> }
      : null,
    payout?.paidAt ? { label: "Выплачено", children: <DateText value={payout.paidAt} /> } : null,
    receipt ? { label: "Чек", children: <Receipt item={item} /> } : null,
    actDocumentID === null
      ? null
      : {
          label: "Акт",
          children: (
            <ActButton
              line={item.line}
              onDownload={() => void downloadAct({ params: { id: actDocumentID } })}
            />
          ),
        },
  ];
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={facts.filter((one) => one !== null).map((one) => ({ key: one.label, ...one }))}
      />
      <Flex gap="small" wrap style={{ margin: "8px 0" }}>
        {actionsOf(item).map(({ key, label, isDangerous, onClick }) => (
          <Button key={key} danger={isDangerous} onClick={onClick}>
            {label}
          </Button>
        ))}
      </Flex>
      {hasPostings && payout ? <ItemPostings item={item} /> : null}
    </>
  );
}
