import { Alert, Button, Flex, Typography } from "antd";
import { Fragment, useEffect, useId, useRef, useState } from "react";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useHasRoom, useIsPhone } from "#console/kit/use-is-phone.ts";
import { useIsPrinting } from "#web/theme/printing.ts";
import { CausePanel } from "./cause-panel.tsx";
import { isAboutFile, sentenceOf, useFindings } from "./registry-findings.tsx";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";

const SEVERITIES = [
  { severity: "error", title: "Ошибки:", word: "ошибка" },
  { severity: "warning", title: "Предупреждения:", word: "предупреждение" },
] as const;

interface RegistryCausesProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly onChanged: () => void;
  readonly onShow: (cause: FindingSummary) => void;
}

/** A line of causes; the one that is open tells what mends all its rows. */
export function RegistryCauses({ kind, info, onChanged, onShow }: RegistryCausesProps) {
  const causes = useFindings(kind, info).filter((one) => !isAboutFile(one));
  const isPhone = useIsPhone();
  const hasRoom = useHasRoom();
  const isPrinting = useIsPrinting();
  const panelId = useId();
  const openChip = useRef<HTMLButtonElement>(null);
  /** `null`: none; a cause that is mended gives way to the worst of the rest. */
  const [chosen = hasRoom ? "" : null, setChosen] = useState<string | null>();
  const [last, setLast] = useState<Repaired | null>(null);
  const removal = useCommand(kind.calls.repair);
  const open =
    chosen === null ? undefined : (causes.find((one) => keyOf(one) === chosen) ?? causes[0]);
  const openKey = open && keyOf(open);
  const hasMended = useRef(false);
  // The pressed button has left with its cause.
  useEffect(() => {
    if (hasMended.current && document.activeElement === document.body) openChip.current?.focus();
    hasMended.current = false;
  }, [openKey]);
  const doneBy =
    (done: string) => (answer: { readonly version: number; readonly changedCount: number }) => {
      hasMended.current = true;
      setLast({ version: answer.version, done: `${done}: ${countOf(answer.changedCount, ROWS)}` });
      onChanged();
    };
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
        <section aria-label="Замечания по причинам" hidden={isPrinting}>
          <Flex
            wrap={!isPhone}
            gap={6}
            align="center"
            style={{
              marginBottom: 6,
              // Room for the ring of the focus beside what is scrolled.
              ...(isPhone ? { padding: 3, overflowX: "auto", whiteSpace: "nowrap" } : {}),
            }}
          >
            {SEVERITIES.map(({ severity, title, word }) => {
              const own = causes.filter((one) => one.severity === severity);
              return own.length === 0 ? null : (
                <Fragment key={severity}>
                  <Typography.Text type={severity === "error" ? "danger" : "warning"}>
                    {title}
                  </Typography.Text>
                  {own.map((one) => {
                    const isOpen = one === open;
                    return (
                      <Button
                        key={keyOf(one)}
                        ref={isOpen ? openChip : undefined}
                        size={isPhone ? "large" : "small"}
                        type={isOpen ? "primary" : "default"}
                        title={sentenceOf(one)}
                        aria-expanded={isOpen}
                        aria-controls={isOpen ? panelId : undefined}
                        onClick={() => setChosen(isOpen ? null : keyOf(one))}
                      >
                        {placeOf(kind, one)} {groupedDigits(one.count)}
                        <span className="hidden-text">
                          , {word}: {sentenceOf(one)}
                        </span>
                      </Button>
                    );
                  })}
                </Fragment>
              );
            })}
          </Flex>
          {open ? (
            <CausePanel
              key={openKey}
              id={panelId}
              kind={kind}
              info={info}
              finding={open}
              isRemoving={removal.isRunning}
              onShow={() => onShow(open)}
              onRemove={() => void remove(open)}
              onDone={doneBy("Исправлено")}
              onFailed={onChanged}
            />
          ) : null}
        </section>
      ) : null}
    </>
  );
}

function keyOf({ cause, column }: FindingSummary): string {
  return `${cause}:${column}`;
}

/** The head of its column, without the unit; a row's own fault has none. */
function placeOf({ cells }: RegistryKind, one: FindingSummary): string {
  const title = (one.column === null ? undefined : cells[one.column]?.title) ?? one.columnTitle;
  return title?.replace(/, ₽$/, "") ?? sentenceOf(one);
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
