import {
  Alert,
  Button,
  Checkbox,
  Descriptions,
  Form,
  Radio,
  Skeleton,
  type FormInstance,
} from "antd";
import { TAX_PAYER, type TaxPayer } from "#contract/definitions/payment-types.ts";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import type { FnsBinding } from "#contract/workman-taxes/workman-tax.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { WORKMAN } from "./tax-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

interface Values {
  readonly taxPayerID: TaxPayer;
  readonly isPartialTaxAllowed: boolean;
  readonly isTaxTopUpAllowed: boolean;
}

const LABELS = {
  taxPayerID: "Кто платит налог",
  isPartialTaxAllowed: "Частичная уплата",
  isTaxTopUpAllowed: "Доплата из кошелька",
} as const;

/** Source: `domain.md` §1.4. */
export function TaxPayerCard() {
  const { show } = useModal();
  const { data, error, reload } = useRead(workmanTaxEndpoints.binding, {}, { silent: true });
  return (
    <SectionCard
      title="Кто платит налог"
      extra={
        <Button
          type="link"
          size="small"
          disabled={!data}
          onClick={() => data && show(editorWindow(data))}
        >
          Изменить
        </Button>
      }
    >
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : data ? (
        <Facts binding={data} />
      ) : (
        <Skeleton active title={false} />
      )}
    </SectionCard>
  );
}

function Facts({
  binding: { taxPayer, isPartialTaxAllowed, isTaxTopUpAllowed },
}: {
  readonly binding: FnsBinding;
}) {
  const isPlatform = taxPayer.id === "PLATFORM";
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        { key: "payer", label: "Сейчас", children: taxPayer.title },
        {
          key: "how",
          label: "Как это работает",
          children: isPlatform
            ? "С каждой выплаты откладывается резерв. После начисления ФНС платформа уплачивает из него налог, остаток возвращается в кошелёк"
            : "Выплаты приходят целиком. Уплатите налог в «Мой налог» до срока из таблицы",
        },
        ...(isPlatform
          ? [
              {
                key: "part",
                label: LABELS.isPartialTaxAllowed,
                children: isPartialTaxAllowed
                  ? "Если резерва не хватит, платформа уплатит часть налога"
                  : "Если резерва не хватит, он вернётся в кошелёк, и налог вы уплатите сами",
              },
              {
                key: "top-up",
                label: LABELS.isTaxTopUpAllowed,
                children: isTaxTopUpAllowed
                  ? "Если не хватит до 100 ₽, платформа доплатит их из кошелька и сообщит об этом"
                  : "Деньги из кошелька на налог не идут",
              },
            ]
          : []),
      ]}
    />
  );
}

function editorWindow({
  taxPayer,
  isPartialTaxAllowed,
  isTaxTopUpAllowed,
}: FnsBinding): ShownWindow {
  return {
    title: "Кто платит налог",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={workmanTaxEndpoints.bind}
        submitTitle="Сохранить"
        labels={LABELS}
        initialValues={{ taxPayerID: taxPayer.id, isPartialTaxAllowed, isTaxTopUpAllowed }}
        input={(body: Values) => ({ body })}
        done="Сохранено"
        alsoChanges={[WORKMAN]}
      >
        {(form: FormInstance<Values>) => <Fields form={form} />}
      </RecordForm>
    ),
  };
}

function Fields({ form }: { readonly form: FormInstance<Values> }) {
  const payer = Form.useWatch("taxPayerID", form);
  return (
    <>
      <Form.Item name="taxPayerID" label={LABELS.taxPayerID}>
        <Radio.Group
          options={TAX_PAYER.definitions.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Form.Item>
      {payer === "PLATFORM" ? (
        <Alert
          type="info"
          showIcon
          message="Из следующих выплат будет откладываться резерв на налог. Если платформе не хватает прав в «Мой налог», туда придёт запрос"
          style={{ marginBottom: 16 }}
        />
      ) : null}
      <Form.Item name="isPartialTaxAllowed" valuePropName="checked" hidden={payer !== "PLATFORM"}>
        <Checkbox>Платить часть налога, если резерва не хватает</Checkbox>
      </Form.Item>
      <Form.Item
        name="isTaxTopUpAllowed"
        valuePropName="checked"
        hidden={payer !== "PLATFORM"}
        extra="ФНС переносит налог меньше 100 ₽ на следующий месяц и считает его без округлений: резерва может не хватить немного"
      >
        <Checkbox>Доплачивать из кошелька, если не хватает до 100 ₽</Checkbox>
      </Form.Item>
    </>
  );
}
