import { Button, Flex, Typography } from "antd";
import type { FindingCode } from "#contract/registries/registry-findings.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { repairWindow } from "./repair-modal.tsx";
import { hasRule, RulePress, type CauseProps } from "./repair-presses.tsx";
import { sentenceOf } from "./registry-findings.tsx";
import { groupedDigits } from "./registry-labels.ts";

interface CausePanelProps extends CauseProps {
  readonly id: string;
  readonly isRemoving: boolean;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** One cause: its rows and what mends them all. */
export function CausePanel({ id, isRemoving, onShow, onRemove, ...cause }: CausePanelProps) {
  const { info, finding } = cause;
  const { show } = useModal();
  const size = useIsPhone() ? "large" : "small";
  const canChange = info.permissions.update;
  const sentence = sentenceOf(finding);
  const isWarning = finding.severity === "warning";
  return (
    <Flex
      id={id}
      role="group"
      aria-label={sentence}
      wrap
      gap="4px 12px"
      align="baseline"
      style={{ marginBottom: 8 }}
    >
      <strong>{sentence}</strong>
      <Typography.Text type={isWarning ? "warning" : "secondary"}>
        {[
          isWarning ? "предупреждение" : null,
          finding.columnTitle ? `«${finding.columnTitle}»` : null,
          countOf(finding.count, ROWS),
        ]
          .filter((text) => text !== null)
          .join(", ")}
      </Typography.Text>
      <Button size={size} onClick={onShow}>
        Показать строки
      </Button>
      {canChange && hasRule(finding) ? <RulePress key={info.version} {...cause} /> : null}
      {canChange && isRepairable(finding) ? (
        <Button size={size} onClick={() => show(repairWindow(cause))}>
          Исправить
        </Button>
      ) : null}
      {canChange ? (
        // One press: «Отменить исправление» brings the rows back.
        <Button size={size} type="text" danger loading={isRemoving} onClick={onRemove}>
          {removalTitle(finding)} ({groupedDigits(finding.count)})
        </Button>
      ) : null}
    </Flex>
  );
}

function removalTitle({ cause }: FindingSummary): string {
  return cause === ("nothing_to_pay" satisfies FindingCode) ? "Не платить этим" : "Убрать";
}

/** A warning has no right value. */
function isRepairable({ column, severity }: FindingSummary): boolean {
  return severity === "error" && column !== null;
}
