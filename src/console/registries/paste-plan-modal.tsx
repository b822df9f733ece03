import type { ColumnHolds } from "#contract/registries/registry-columns.ts";
import { cellText } from "./cell-text.ts";
import { Alert, Button, Table } from "antd";
import { countOf, ROWS } from "#contract/values/plural.ts";
import type { PastedChange, PastePlan } from "./plan-paste.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";
import { useAttempt } from "./use-attempt.ts";
import type { Paste } from "./use-paste.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow, useWindowLock } from "#web/modals/window-controls.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

const MOST_SHOWN = 200;
const NUMBER_PX = 64;
const COLUMN_PX = 190;

interface PastePlanProps {
  readonly kind: RegistryKind;
  readonly plan: PastePlan;
  readonly addsRest: boolean;
  /** Why nothing of the block can be taken. */
  readonly refusal?: string;
  readonly send: () => Promise<void>;
  readonly onChanged: () => void;
}

export function pastePlanWindow(paste: PastePlanProps): ShownWindow {
  return { title: "Вставить из Excel", widthPx: 720, content: <PastePlanForm {...paste} /> };
}

function PastePlanForm({ kind, plan, addsRest, refusal, send, onChanged }: PastePlanProps) {
  const { close } = useWindow();
  const { isBusy, message = refusal, run } = useAttempt(onChanged);
  useWindowLock(isBusy);
  const { changes, rest, columns } = plan;
  const shown = changes.slice(0, MOST_SHOWN);
  const added = addsRest ? rest.length : 0;
  const canSend = changes.length > 0 || added > 0;
  return (
    <>
      <p>
        {changes.length === 0
          ? "Ни одна строка не изменится"
          : `Изменится: ${countOf(changes.length, ROWS)}`}
      </p>
      {shown.length > 0 ? (
        <Table<PastedChange>
          aria-label="Было и станет"
          size="small"
          rowKey="itemId"
          pagination={false}
          scroll={{ x: NUMBER_PX + columns.length * COLUMN_PX, y: 320 }}
          dataSource={[...shown]}
          columns={[
            {
              key: "line",
              title: "№",
              width: NUMBER_PX,
              render: (_, { line }) => groupedDigits(line),
            },
            ...columns.map((key, index) => {
              const own = kind.info.columns.find((column) => column.key === key);
              return {
                key,
                title: own?.title,
                width: COLUMN_PX,
                render: (_: unknown, { cells }: PastedChange) => pairText(own?.holds, cells[index]),
              };
            }),
          ]}
        />
      ) : null}
      {changes.length > shown.length ? (
        <p className="muted">И ещё {countOf(changes.length - shown.length, ROWS)}</p>
      ) : null}
      {added > 0 ? <p>В конец реестра добавится: {countOf(added, ROWS)}</p> : null}
      {!addsRest && rest.length > 0 ? (
        <Alert
          role="note"
          type="warning"
          message={`Не поместилось: ${countOf(rest.length, ROWS)}. Строк с этим фильтром меньше, чем скопировано`}
        />
      ) : null}
      {message ? <Alert type="error" role="alert" message={message} /> : null}
      <WindowFoot>
        <Button disabled={isBusy} onClick={close}>
          Отмена
        </Button>
        <Button
          type="primary"
          loading={isBusy}
          disabled={!canSend}
          onClick={() =>
            void run(async () => {
              await send();
              close();
            })
          }
        >
          Вставить
        </Button>
      </WindowFoot>
    </>
  );
}

function pairText(
  holds: ColumnHolds | undefined,
  pair: PastedChange["cells"][number] | undefined,
): string {
  const before = cellText(holds, pair?.before ?? "");
  const after = cellText(holds, pair?.after ?? "");
  return before === after ? before || "—" : `${before || "—"} → ${after || "—"}`;
}

export function PasteUndo({ paste }: { readonly paste: Paste }) {
  if (paste.undoable === 0)
    return paste.message !== undefined ? (
      <Alert type="error" role="alert" message={paste.message} style={{ marginBottom: 8 }} />
    ) : null;
  const undo = (
    <Button type="link" loading={paste.isBusy} onClick={() => void paste.undo()}>
      Отменить вставку
    </Button>
  );
  return (
    <Alert
      role="status"
      message={`Вставлено: ${countOf(paste.undoable, ROWS)}`}
      action={undo}
      style={{ marginBottom: 8 }}
    />
  );
}
