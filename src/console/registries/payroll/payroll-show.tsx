import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import type { RegistryPartProps, RegistryParts } from "../registry-kind.ts";
import { RegistryShow } from "../registry-show-view.tsx";
import { ApprovalPanel } from "./approval-panel.tsx";
import { PayrollCommands } from "./payroll-commands.tsx";
import { PAYROLL } from "./payroll-kind.ts";
import { usePayrollResults } from "./payroll-results.tsx";
import { PayrollRowFacts } from "./payroll-row-facts.tsx";
import { PayrollStart, usePayrollFigures } from "./payroll-start.tsx";
import { PayrollStats } from "./payroll-stats.tsx";
import { TakeOutChosen } from "./take-out-modal.tsx";
import { UndoCountdown } from "./undo-countdown.tsx";

const PARTS: RegistryParts<PayrollInfo, PayrollItem> = {
  Stats: PayrollStats,
  Commands: PayrollCommands,
  Start: PayrollStart,
  useFigures: usePayrollFigures,
  Notices: PayrollNotices,
  Bulk: TakeOutChosen,
  useResults: usePayrollResults,
  RowFacts: PayrollRowFacts,
};

export default function PayrollShow() {
  return <RegistryShow kind={PAYROLL} parts={PARTS} />;
}

function PayrollNotices(props: RegistryPartProps<PayrollInfo>) {
  return (
    <>
      <ApprovalPanel {...props} />
      <UndoCountdown {...props} />
    </>
  );
}
