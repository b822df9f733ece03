import { Button, Form, List, Select } from "antd";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import {
  TAX_REFERENCE_STATE,
  TAX_REFERENCE_TYPE,
  type TaxReference,
  type TaxReferenceType,
} from "#contract/workman-taxes/workman-tax.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

interface Values {
  readonly type: TaxReferenceType;
  readonly year: number;
}

const LABELS = { type: "Какая справка", year: "За какой год" } as const;

/** Ready minutes after the order. */
export function TaxReferences({ years }: { readonly years: readonly number[] }) {
  const { show } = useModal();
  const references = useRead(workmanTaxEndpoints.references, {}, { silent: true });
  return (
    <SectionCard
      title="Справки ФНС"
      extra={
        <Button size="small" onClick={() => show(orderWindow(years))}>
          Заказать
        </Button>
      }
    >
      <ShortList
        reading={references}
        rowKey="id"
        empty="Справок пока нет. Закажите справку о доходах или о постановке на учёт: она придёт за несколько минут"
        renderItem={(reference) => <ReferenceRow reference={reference} />}
      />
    </SectionCard>
  );
}

function ReferenceRow({
  reference: { id, type, year, state, createdAt },
}: {
  readonly reference: TaxReference;
}) {
  const download = useDownload(workmanTaxEndpoints.referenceFile);
  const name = `${type.title} за ${year} год`;
  return (
    <List.Item>
      <List.Item.Meta
        title={
          <>
            {name} <StateText title={state.title} tone={TAX_REFERENCE_STATE.tones[state.id]} />
          </>
        }
        description={
          <>
            Заказана <DateText value={createdAt} />
            {state.id === "FAILED" ? ". ФНС не ответила: закажите ещё раз" : ""}
          </>
        }
      />
      {state.id === "READY" ? (
        <Button
          type="link"
          aria-label={`Скачать PDF: ${name}`}
          onClick={() => void download({ params: { id } })}
        >
          Скачать PDF
        </Button>
      ) : null}
    </List.Item>
  );
}

function orderWindow(years: readonly number[]): ShownWindow {
  return {
    title: "Заказать справку",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={workmanTaxEndpoints.orderReference}
        submitTitle="Заказать"
        labels={LABELS}
        initialValues={{ type: "INCOME", year: years[0] }}
        input={(body: Values) => ({ body })}
        done="Справка заказана. Когда ФНС её сделает, придёт уведомление"
      >
        <Form.Item name="type" label={LABELS.type}>
          <Select
            options={TAX_REFERENCE_TYPE.definitions.map(({ id, title }) => ({
              value: id,
              label: title,
            }))}
          />
        </Form.Item>
        <Form.Item name="year" label={LABELS.year}>
          <Select options={years.map((year) => ({ value: year, label: String(year) }))} />
        </Form.Item>
      </RecordForm>
    ),
  };
}
