import { Alert, Button, Flex, List, Typography } from "antd";
import { useState } from "react";
import type { FindingCode } from "#contract/registries/registry-findings.ts";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { LONG_WORDS } from "#console/kit/finger-size.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { repairWindow } from "./repair-modal.tsx";
import { hasRule, RulePress } from "./repair-presses.tsx";
import { isAboutFile, sentenceOf, useFindings } from "./registry-findings.tsx";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";
import { useModal } from "#web/modals/use-modal.ts";

const SHOWN = 5;

interface RegistryCausesProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly onChanged: () => void;
  readonly onShow: (cause: FindingSummary) => void;
}

/** Each cause once, with its rows and what mends them all. */
export function RegistryCauses({ kind, info, onChanged, onShow }: RegistryCausesProps) {
  const causes = useFindings(kind, info).filter((one) => !isAboutFile(one));
  const isPhone = useIsPhone();
  const { show } = useModal();
  const [isWhole, setIsWhole] = useState(false);
  const [last, setLast] = useState<Repaired | null>(null);
  const removal = useCommand(kind.calls.repair);
  const canChange = info.permissions.update;
  const doneBy =
    (done: string) => (answer: { readonly version: number; readonly changedCount: number }) => {
      setLast({ version: answer.version, done: `${done}: ${countOf(answer.changedCount, ROWS)}` });
      onChanged();
    };
  const handleDone = doneBy("Исправлено");
  const remove = async ({ cause, column }: FindingSummary) => {
    const answer = await removal.run({
      params: { id: info.id },
      body: { version: info.version, cause, column: column ?? "", remove: true },
    });
    if (answer) doneBy("Убрано")(answer);
    else onChanged();
  };
  return (
    <>
      {last !== null && last.version >= info.version ? (
        <RepairUndo
          kind={kind}
          info={info}
          last={last}
          onUndone={() => (setLast(null), onChanged())}
          onFailed={onChanged}
        />
      ) : null}
      {causes.length > 0 ? (
        <section aria-label="Замечания по причинам">
          <List
            size="small"
            bordered
            itemLayout={isPhone ? "vertical" : "horizontal"}
            style={{ marginBottom: 12 }}
            dataSource={isWhole ? causes : causes.slice(0, SHOWN)}
            loadMore={
              causes.length > SHOWN && !isWhole ? (
                <Button type="link" onClick={() => setIsWhole(true)}>
                  Ещё {causes.length - SHOWN}
                </Button>
              ) : null
            }
            renderItem={(one) => (
              <List.Item
                key={`${one.cause}:${one.column}`}
                style={{ padding: "0 12px" }}
                actions={
                  canChange
                    ? [
                        isRepairable(one) ? (
                          <Button
                            key="repair"
                            size="small"
                            onClick={() =>
                              show(
                                repairWindow({
                                  kind,
                                  info,
                                  finding: one,
                                  onDone: handleDone,
                                  onFailed: onChanged,
                                }),
                              )
                            }
                          >
                            Исправить
                          </Button>
                        ) : null,
                        // One press: «Отменить исправление» brings the rows back.
                        <Button
                          key="remove"
                          size="small"
                          type="text"
                          danger
                          loading={removal.isRunning}
                          onClick={() => void remove(one)}
                        >
                          {removalTitle(one)} ({groupedDigits(one.count)})
                        </Button>,
                      ]
                    : []
                }
              >
                <Flex wrap gap="0 12px" align="baseline">
                  <Button
                    type="link"
                    style={{ ...(isPhone ? LONG_WORDS : {}), paddingInline: 0 }}
                    onClick={() => onShow(one)}
                  >
                    {sentenceOf(one)}
                  </Button>
                  <Typography.Text type={one.severity === "warning" ? "warning" : "secondary"}>
                    {[
                      one.severity === "warning" ? "предупреждение" : null,
                      one.columnTitle ? `«${one.columnTitle}»` : null,
                      countOf(one.count, ROWS),
                    ]
                      .filter((text) => text !== null)
                      .join(", ")}
                  </Typography.Text>
                  {canChange && hasRule(one) ? (
                    <RulePress
                      key={info.version}
                      kind={kind}
                      info={info}
                      finding={one}
                      onDone={handleDone}
                      onFailed={onChanged}
                    />
                  ) : null}
                </Flex>
              </List.Item>
            )}
          />
        </section>
      ) : null}
    </>
  );
}

function removalTitle({ cause }: FindingSummary): string {
  return cause === ("nothing_to_pay" satisfies FindingCode) ? "Не платить этим" : "Убрать";
}

/** A warning has no right value. */
function isRepairable({ column, severity }: FindingSummary): boolean {
  return severity === "error" && column !== null;
}

interface Repaired {
  /** Created by the repair; any later change ends the way back. */
  readonly version: number;
  readonly done: string;
}

function RepairUndo({
  kind,
  info,
  last,
  onUndone,
  onFailed,
}: {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly last: Repaired;
  readonly onUndone: () => void;
  /** A lost answer leaves the way back; a newer version ends it. */
  readonly onFailed: () => void;
}) {
  const { run, isRunning } = useCommand(kind.calls.undoRepair, {
    done: "Строки снова такие, как были",
  });
  return (
    <Alert
      role="status"
      style={{ marginBottom: 8 }}
      message={last.done}
      action={
        info.permissions.update ? (
          <Button
            type="link"
            loading={isRunning}
            onClick={() =>
              void run({ params: { id: info.id }, body: { version: last.version } }).then(
                (answer) => (answer ? onUndone() : onFailed()),
              )
            }
          >
            Отменить исправление
          </Button>
        ) : null
      }
    />
  );
}
