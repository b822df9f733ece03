import { useId, useRef, useState, type FormEvent } from "react";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { approvalEndpoints, type ApprovalRule } from "#contract/approvals/approval-endpoints.ts";
import { APPROVING_ROLES } from "#contract/registries/registry-approvals.ts";
import { formatAmount, kopecksToRubles, parseAmount, rublesToKopecks } from "#contract/values/money.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { FieldErrors } from "#console/ui/light/field-frame.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";

const MOST_RULES = 10;
const MOST_APPROVERS = 5;

/** A rule while it is being typed. */
interface Draft {
  readonly key: number;
  readonly amount: string;
  readonly count: number;
  readonly roles: readonly RoleId[];
}

interface ApprovalRulesFormProps {
  readonly rules: readonly ApprovalRule[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** All rules at once; saved as a whole, an empty list switches the approval off. */
export function ApprovalRulesForm({ rules, onClose, onSaved }: ApprovalRulesFormProps) {
  const nextKey = useRef(rules.length + 1);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => (rules.length > 0 ? rules.map(draftOf) : [emptyDraft(0)]));
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const { run, isRunning } = useAction(approvalEndpoints.saveRules, { done: "Правила согласования сохранены", silent: true });
  const change = (key: number, changed: Partial<Draft>) => setDrafts((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const found: Record<string, readonly string[]> = {};
    const items = drafts.map((draft, index): ApprovalRule => {
      const parsed = parseAmount(draft.amount);
      if (!parsed.ok) found[`items.${index}.amountFrom`] = ["Укажите сумму, например 100 000"];
      if (draft.roles.length === 0) found[`items.${index}.roleIDs`] = ["Отметьте, кто согласует"];
      return { amountFrom: parsed.ok ? kopecksToRubles(parsed.kopecks) : 0, approversCount: draft.count, roleIDs: [...draft.roles] };
    });
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await run({ body: { items } });
      onSaved();
    } catch (thrown) {
      const error = asHttpError(thrown);
      setErrors(error.errors ?? { form: [error.message] });
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      {drafts.length === 0 ? <p>Правил нет: выплаты будут запускаться без согласования</p> : null}
      {drafts.map((draft, index) => (
        <RuleFields
          key={draft.key}
          draft={draft}
          number={index + 1}
          errors={errors}
          onChange={(changed) => change(draft.key, changed)}
          onRemove={() => {
            setErrors({});
            setDrafts((all) => all.filter((one) => one.key !== draft.key));
          }}
        />
      ))}
      {errors["form"] ? (
        <p className="field-error" role="alert">
          {errors["form"].join(". ")}
        </p>
      ) : null}
      <div className="row">
        <LightButton type="submit" isBusy={isRunning}>
          Сохранить правила
        </LightButton>
        {drafts.length < MOST_RULES ? (
          <LightButton look="plain" onClick={() => setDrafts((all) => [...all, emptyDraft((nextKey.current += 1))])}>
            Добавить правило
          </LightButton>
        ) : null}
        <LightButton look="link" disabled={isRunning} onClick={onClose}>
          Не менять
        </LightButton>
      </div>
    </form>
  );
}

interface RuleFieldsProps {
  readonly draft: Draft;
  readonly number: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (changed: Partial<Draft>) => void;
  readonly onRemove: () => void;
}

function RuleFields({ draft, number, errors, onChange, onRemove }: RuleFieldsProps) {
  const id = useId();
  const at = (field: string) => errors[`items.${number - 1}.${field}`];
  const roleErrors = at("roleIDs") ?? [];
  return (
    <fieldset className="approval-rule">
      <legend>Правило {number}</legend>
      <LightField label="Сумма реестра от, ₽" inputMode="decimal" value={draft.amount} maxLength={20} errors={at("amountFrom")} onChange={(event) => onChange({ amount: event.target.value })} />
      <div className="field">
        <label className="field-label" htmlFor={`${id}-count`}>
          Сколько человек согласует
        </label>
        <select id={`${id}-count`} className="input" value={draft.count} onChange={(event) => onChange({ count: Number(event.target.value) })}>
          {Array.from({ length: MOST_APPROVERS }, (_, index) => (
            <option key={index + 1} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      </div>
      <div className="field" role="group" aria-labelledby={`${id}-roles`} aria-describedby={roleErrors.length > 0 ? `${id}-error` : undefined}>
        <span className="field-label" id={`${id}-roles`}>
          Кто согласует
        </span>
        {APPROVING_ROLES.map((role) => (
          <label key={role} className="approval-role">
            <input
              type="checkbox"
              checked={draft.roles.includes(role)}
              onChange={(event) => onChange({ roles: event.target.checked ? [...draft.roles, role] : draft.roles.filter((one) => one !== role) })}
            />{" "}
            {ROLES[role].title}
          </label>
        ))}
        <span className="field-hint">Автор реестра и тот, кто запросил выплату, согласовать её не могут</span>
        <FieldErrors of={id} errors={roleErrors} />
      </div>
      <LightButton look="link" aria-label={`Удалить правило ${number}`} onClick={onRemove}>
        Удалить правило
      </LightButton>
    </fieldset>
  );
}

function draftOf({ amountFrom, approversCount, roleIDs }: ApprovalRule, index: number): Draft {
  return { key: index, amount: formatAmount(rublesToKopecks(amountFrom)), count: approversCount, roles: roleIDs };
}

function emptyDraft(key: number): Draft {
  return { key, amount: "", count: 1, roles: APPROVING_ROLES };
}
