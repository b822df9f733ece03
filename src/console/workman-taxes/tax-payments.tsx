import { Alert, Button, Descriptions, Flex, QRCode, Typography } from "antd";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import type { TaxPayment } from "#contract/workman-taxes/workman-tax.ts";
import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { formatMonth } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { MY_TAX } from "./tax-labels.ts";

const QR_PX = 240;

export const useTaxPayments = () => useRead(workmanTaxEndpoints.payments, {}, { silent: true });

/** What is accrued and not paid, with what it is paid by. Without access the sums above say so. */
export function TaxPayments() {
  const { data, error, reload } = useTaxPayments();
  if (error && error.statusCode !== 409)
    return <FailedPart message={error.message} onRetry={reload} />;
  return data?.items.map((payment) => <Payment key={payment.uin} payment={payment} />);
}

function Payment({ payment }: { readonly payment: TaxPayment }) {
  const { amount, code, isOverdue, isPaidByPlatform } = payment;
  return (
    <SectionCard title={`${nameOf(payment)}: ${formatRubles(amount)}`}>
      <Alert
        type={isOverdue ? "error" : "info"}
        showIcon
        style={{ marginBottom: 12 }}
        message={standingOf(payment)}
        description={
          isPaidByPlatform ? "Платит платформа из резерва: платить самому не нужно" : undefined
        }
      />
      {isPaidByPlatform ? null : (
        <Flex wrap gap={16}>
          <Flex vertical gap="small" align="center">
            {code === null ? null : (
              <>
                {/* Dark on light in both themes, or banks do not read it. */}
                <div role="img" aria-label={`QR-код для оплаты: ${nameOf(payment)}`}>
                  <QRCode type="svg" value={code} size={QR_PX} color="#000" bgColor="#fff" />
                </div>
                <Typography.Text type="secondary">Отсканируйте в приложении банка</Typography.Text>
              </>
            )}
            <Button href={MY_TAX} target="_blank" rel="noreferrer" size="large">
              Оплатить в «Мой налог»
            </Button>
          </Flex>
          <Descriptions
            size="small"
            column={1}
            style={{ flex: "1 1 300px", minWidth: 0 }}
            items={requisitesOf(payment).map(([label, value, copied]) => ({
              key: label,
              label,
              children: (
                <Typography.Text
                  copyable={{
                    text: copied ?? value,
                    tooltips: [`Скопировать: ${label}`, "Скопировано"],
                  }}
                  style={{ overflowWrap: "anywhere" }}
                >
                  {value}
                </Typography.Text>
              ),
            }))}
          />
        </Flex>
      )}
    </SectionCard>
  );
}

function nameOf({ period }: TaxPayment): string {
  return period === null ? "Налог" : `Налог за ${formatMonth(period.monthNumber, period.year)}`;
}

function standingOf({ dueDate, isOverdue }: TaxPayment): string {
  if (dueDate === null) return "Начислен и не уплачен";
  return isOverdue
    ? `Просрочен с ${formatDate(addDays(dueDate, 1))}: каждый день растут пени`
    : `Начислен, уплатите до ${formatDate(dueDate)}`;
}

/** What a line is called, what it says, and what is copied where a bank's field takes less. */
type Requisite = readonly [label: string, value: string, copied?: string];

function requisitesOf({ uin, amount, payee, purpose }: TaxPayment): Requisite[] {
  const ofPayee: Requisite[] =
    payee === null
      ? []
      : [
          ["Получатель", payee.name],
          ["ИНН", payee.inn],
          ["КПП", payee.kpp],
          ["Счёт", payee.account],
          ["Банк", payee.bankName],
          ["БИК", payee.bic],
          ["Корр. счёт", payee.corAccount],
          ["КБК", payee.kbk],
          ["ОКТМО", payee.oktmo],
        ];
  return [
    // By it a bank finds the rest itself.
    ["УИН", uin],
    ["Сумма", formatRubles(amount), amount.toFixed(2)],
    ...ofPayee,
    ["Назначение", purpose],
  ];
}
