import { Button, Card, Checkbox, Flex, Form, Input, Select, type FormListFieldData } from "antd";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { approvalEndpoints } from "#contract/approvals/approval-endpoints.ts";
import { MOST_APPROVAL_RULES, type ApprovalRule } from "#contract/approvals/approval-rule.ts";
import { APPROVING_ROLES } from "#contract/registries/registry-approvals.ts";
import {
  formatAmount,
  kopecksToRubles,
  parseAmount,
  rublesToKopecks,
} from "#contract/values/money.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

const MOST_APPROVERS = 5;
const COUNTS = Array.from({ length: MOST_APPROVERS }, (_, index) => ({
  value: index + 1,
  label: index + 1,
}));
const ROLE_OPTIONS = APPROVING_ROLES.map((id) => ({ value: id, label: ROLES[id].title }));
const EMPTY_RULE: RuleValues = { amountFrom: "", approversCount: 1, roleIDs: [...APPROVING_ROLES] };

interface RuleValues {
  readonly amountFrom: string;
  readonly approversCount: number;
  readonly roleIDs: RoleId[];
}

interface Values {
  readonly items?: readonly RuleValues[];
}

interface ApprovalRulesFormProps {
  readonly rules: readonly ApprovalRule[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** An empty list switches approval off. */
export function ApprovalRulesForm({ rules, onClose, onSaved }: ApprovalRulesFormProps) {
  return (
    <RecordForm
      endpoint={approvalEndpoints.saveRules}
      submitTitle="Сохранить правила"
      labels={{}}
      initialValues={{ items: rules.length > 0 ? rules.map(shownRule) : [EMPTY_RULE] }}
      input={({ items = [] }: Values, otp) => ({ body: { items: items.map(sentRule), otp } })}
      looser={({ items = [] }) => ({
        what: "Часть выплат пойдёт с меньшим числом согласующих или с другими согласующими, чем сейчас",
        loosening: { approvalRules: items.map(sentRule) },
      })}
      done="Правила согласования сохранены"
      onDone={onSaved}
      onBack={onClose}
    >
      <Form.List name="items">
        {(fields, { add, remove }) => (
          <>
            {fields.length === 0 ? (
              <p>Правил нет: выплаты будут запускаться без согласования</p>
            ) : null}
            {fields.map((field, index) => (
              <RuleFields
                key={field.key}
                field={field}
                number={index + 1}
                onRemove={() => remove(field.name)}
              />
            ))}
            {fields.length < MOST_APPROVAL_RULES ? (
              <Button
                type="dashed"
                block
                style={{ marginBottom: 16 }}
                onClick={() => add(EMPTY_RULE)}
              >
                Добавить правило
              </Button>
            ) : null}
          </>
        )}
      </Form.List>
    </RecordForm>
  );
}

function RuleFields({
  field,
  number,
  onRemove,
}: {
  readonly field: FormListFieldData;
  readonly number: number;
  readonly onRemove: () => void;
}) {
  return (
    <Card
      size="small"
      role="group"
      aria-label={`Правило ${number}`}
      title={`Правило ${number}`}
      style={{ marginBottom: 12 }}
      extra={
        <Button
          type="link"
          danger
          size="small"
          aria-label={`Удалить правило ${number}`}
          onClick={onRemove}
        >
          Удалить
        </Button>
      }
    >
      <Flex wrap gap="0 16px">
        <Form.Item
          name={[field.name, "amountFrom"]}
          label="Сумма реестра от, ₽"
          validateTrigger="onSubmit"
          rules={[{ validator: checkAmount }]}
        >
          <Input inputMode="decimal" autoComplete="off" maxLength={20} />
        </Form.Item>
        <Form.Item name={[field.name, "approversCount"]} label="Сколько человек согласует">
          <Select options={COUNTS} style={{ width: 120 }} />
        </Form.Item>
      </Flex>
      <Form.Item
        name={[field.name, "roleIDs"]}
        label="Кто согласует"
        extra="Автор реестра и тот, кто запросил выплату, согласовать её не могут"
        rules={[{ type: "array", min: 1, message: "Отметьте, кто согласует" }]}
        style={{ marginBottom: 0 }}
      >
        <Checkbox.Group options={ROLE_OPTIONS} />
      </Form.Item>
    </Card>
  );
}

function shownRule({ amountFrom, approversCount, roleIDs }: ApprovalRule): RuleValues {
  return {
    amountFrom: formatAmount(rublesToKopecks(amountFrom)),
    approversCount,
    roleIDs: [...roleIDs],
  };
}

function sentRule({ amountFrom, approversCount, roleIDs }: RuleValues): ApprovalRule {
  const parsed = parseAmount(amountFrom);
  return { amountFrom: parsed.ok ? kopecksToRubles(parsed.kopecks) : 0, approversCount, roleIDs };
}

function checkAmount(_: unknown, text: string | undefined): Promise<void> {
  return parseAmount(text ?? "").ok
    ? Promise.resolve()
    : Promise.reject(new Error("Укажите сумму, например 100 000"));
}
