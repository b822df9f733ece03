import { Button, List } from "antd";
import { useState } from "react";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import type { WaitingWithdrawal } from "#contract/workman-wallet/wallet.ts";
import { formatRubles } from "#web/format/money.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

/** Not at the bank yet: large ones wait a day for a new destination. */
export function WaitingWithdrawals() {
  const [canceled, setCanceled] = useState<WaitingWithdrawal | null>(null);
  const reading = useRead(walletEndpoints.waitingWithdrawals, {}, { silent: true });
  if (!reading.data || reading.data.items.length === 0) return null;
  if (canceled)
    return (
      <SectionCard title="Отменить вывод">
        <RecordForm
          endpoint={walletEndpoints.cancelWithdrawal}
          sentence={`${formatRubles(canceled.amount)} не уйдут на карту ${canceled.pan} и вернутся в кошелёк`}
          submitTitle="Отменить вывод"
          backTitle="Оставить"
          isDangerous
          input={() => ({ params: { id: canceled.id } })}
          done="Вывод отменён, деньги в кошельке"
          onBack={() => setCanceled(null)}
          onDone={() => setCanceled(null)}
        />
      </SectionCard>
    );
  return (
    <SectionCard title="Ждут отправки">
      <ShortList
        reading={reading}
        rowKey="id"
        empty="Все выводы ушли в банк"
        renderItem={(withdrawal) => (
          <List.Item>
            <span>
              <span className="num">{formatRubles(withdrawal.amount)}</span> на карту{" "}
              <span className="num">{withdrawal.pan}</span>, уйдут не раньше{" "}
              <DateText value={withdrawal.leavesAt} />
            </span>
            <Button onClick={() => setCanceled(withdrawal)}>Отменить</Button>
          </List.Item>
        )}
      />
    </SectionCard>
  );
}
