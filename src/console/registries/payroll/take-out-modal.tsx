import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { Selection } from "#console/kit/use-selection.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";
import type { RegistryPartProps } from "../registry-kind.ts";
import { startSentence } from "../registry-labels.ts";
import { useCurrentInfo } from "../use-registry.ts";
import { PAYROLL } from "./payroll-kind.ts";

interface TakeOutChosenProps extends RegistryPartProps<PayrollInfo> {
  readonly selection: Selection<PayrollItem>;
}

/** Until the start: chosen rows are not paid by it. */
export function TakeOutChosen({ info, onChanged, selection }: TakeOutChosenProps) {
  const { show } = useModal();
  const mayExecute = useCan(right("payroll-registries.execute")).data?.can;
  if (!mayExecute) return null;
  if (selection.isEverything)
    return <span>Чтобы не платить никому, отмените отправку целиком</span>;
  const items = selection.rows.filter(({ state }) => state.id === "READY_TO_APPLY");
  return (
    <Button
      size="small"
      disabled={items.length === 0}
      title={items.length === 0 ? "Выбранных строк в запуске нет" : undefined}
      onClick={() =>
        show(takeOutWindow({ info, items, onSettled: onChanged, onDone: selection.clear }))
      }
    >
      Убрать из запуска
    </Button>
  );
}

interface TakeOutProps {
  readonly info: PayrollInfo;
  readonly items: readonly PayrollItem[];
  readonly onSettled: () => void;
  readonly onDone: () => void;
}

function takeOutWindow(chosen: TakeOutProps): ShownWindow {
  return { title: "Убрать из запуска", widthPx: 520, content: <TakeOut {...chosen} /> };
}

function TakeOut({ info, items, onSettled, onDone }: TakeOutProps) {
  const { id, version, lastCancelAt } = useCurrentInfo(PAYROLL, info);
  const sums = items.flatMap(({ amount }) => amount ?? []);
  const what = [
    countOf(items.length, ROWS),
    sums.length > 0 ? `на ${formatRubles(addRubles(sums))}` : "",
  ].filter(Boolean);
  return (
    <RecordForm
      endpoint={payrollRegistryEndpoints.takeOut}
      sentence={`Не будет выплачено: ${what.join(" ")}. Деньги снова станут доступны. Остальные строки: ${lastCancelAt === null ? "выплата уже началась" : startSentence(lastCancelAt).toLowerCase()}`}
      submitTitle="Убрать из запуска"
      isDangerous
      input={() => ({
        params: { id },
        body: { version, cancelUntil: lastCancelAt ?? "", itemIDs: items.map((item) => item.id) },
      })}
      done={`Убрано из запуска: ${countOf(items.length, ROWS)}. Деньги снова доступны`}
      onDone={onDone}
      onSettled={onSettled}
    />
  );
}
