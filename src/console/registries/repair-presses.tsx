import { Button, Flex, Typography } from "antd";
import type { AnswerOf, BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import type { CauseValues, FittingRule, RepairRule } from "#contract/registries/registry-repair.ts";
import type { FindingCode } from "#contract/registries/registry-findings.ts";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";

const RULE_TITLES: Readonly<Record<RepairRule, string>> = {
  round: "Округлить до копеек",
  profile: "Взять из профиля",
  fill_down: "Заполнить сверху",
};

/** Their rule mostly fits every row, so it is asked for before the window is opened. */
const RULED: ReadonlySet<string> = new Set<FindingCode>(["amount_decimals", "full_name_differs"]);

export interface CauseProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly finding: FindingSummary;
  readonly onDone: (answer: AnswerOf<RegistryCalls["repair"]>) => void;
  /** The registry is another by now. */
  readonly onFailed: () => void;
}

export function hasRule({ cause }: FindingSummary): boolean {
  return RULED.has(cause);
}

/** In the list of causes, when one rule mends all of a cause. */
export function RulePress(props: CauseProps) {
  const { kind, info, finding } = props;
  const { data } = useRead(
    kind.calls.causeValues,
    {
      params: { id: info.id },
      query: { cause: finding.cause, column: finding.column ?? "", perPage: 1 },
    },
    { silent: true, staleTimeMs: 0 },
  );
  return data?.rules.some(({ rowsCount }) => rowsCount === data.rowsCount) ? (
    <RepairPresses
      {...props}
      values={{ ...data, usual: null }}
      isOld={data.version !== info.version}
    />
  ) : null;
}

/** What needs nothing typed: the rules that fit, and what sound rows have. */
export function RepairPresses({
  kind,
  info,
  finding: { cause, column },
  values: { version, rules, usual, rowsCount },
  isOld = false,
  onDone,
  onFailed,
}: CauseProps & {
  readonly values: CauseValues;
  /** Of another version than the page: a press would be refused, so it waits for the next. */
  readonly isOld?: boolean;
}) {
  const { run, isRunning } = useCommand(kind.calls.repair);
  const repair = (how: Pick<BodyOf<RegistryCalls["repair"]>, "rule" | "to">) =>
    void run({
      params: { id: info.id },
      body: { version, cause, column: column ?? "", ...how },
    }).then((answer) => (answer ? onDone(answer) : onFailed()));
  if (rules.length === 0 && usual === null) return null;
  return (
    <Flex wrap align="baseline" gap="4px 12px" style={{ marginBottom: 8 }}>
      {rules.map((rule) => (
        <Flex key={rule.kind} wrap align="baseline" gap="4px 8px">
          <Button
            size="small"
            loading={isRunning || isOld}
            onClick={() => repair({ rule: { kind: rule.kind } })}
          >
            {RULE_TITLES[rule.kind]} ({groupedDigits(rule.rowsCount)})
          </Button>
          <Typography.Text type="secondary">{ruleSentence(rule)}</Typography.Text>
        </Flex>
      ))}
      {usual ? (
        <Button
          size="small"
          loading={isRunning || isOld}
          onClick={() => repair({ to: usual.value })}
        >
          Поставить всем ({groupedDigits(rowsCount)}) «{usual.value}», как у других:{" "}
          {countOf(usual.count, ROWS)}
        </Button>
      ) : null}
    </Flex>
  );
}

function ruleSentence({ sums, example }: FittingRule): string {
  return sums
    ? `${formatRubles(sums.before)} → ${formatRubles(sums.after)}, разница ${formatRubles(Math.abs(addRubles([sums.after, -sums.before])))}`
    : `например, ${example.from === "" ? "пусто" : `«${example.from}»`} → «${example.to}»`;
}
