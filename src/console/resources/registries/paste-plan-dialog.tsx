import { countOf } from "#contract/values/plural.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { DialogMessage, LightDialog } from "#console/ui/light/light-dialog.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import type { PastePlan } from "./plan-paste.ts";
import { ROWS } from "./registry-words.ts";
import type { Paste } from "./use-paste.ts";

/** A person reads so many pairs; how many follow is said. */
const MOST_SHOWN = 200;

/** What a pasted block will do to each row, «было → стало», before it is sent. */
export function PastePlanDialog({ paste, plan }: { readonly paste: Paste; readonly plan: PastePlan }) {
  const { changes, rest, columns } = plan;
  const shown = changes.slice(0, MOST_SHOWN);
  const added = paste.addsRest ? rest.length : 0;
  const canSend = changes.length > 0 || added > 0;
  return (
    <LightDialog title="Вставить из Excel" onClose={paste.close} isLocked={paste.isBusy}>
      <p>{changes.length === 0 ? "Ни одна строка не изменится" : `Изменится: ${countOf(changes.length, ROWS)}`}</p>
      {shown.length > 0 ? (
        <div className="item-scroll paste-plan" tabIndex={0} role="region" aria-label="Что изменится">
          <table className="item-table" aria-label="Было и станет">
            <thead>
              <tr>
                <th scope="col">№</th>
                {columns.map((key) => (
                  <th key={key} scope="col">
                    {PAYROLL.columns.find((column) => column.key === key)?.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ itemId, rowNo, cells }) => (
                <tr key={itemId}>
                  <th scope="row" className="num">
                    {rowNo}
                  </th>
                  {cells.map(({ before, after }, index) => (
                    <td key={columns[index]}>{before === after ? before || "—" : `${before || "—"} → ${after || "—"}`}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {changes.length > shown.length ? <p className="muted">И ещё {countOf(changes.length - shown.length, ROWS)}</p> : null}
      {added > 0 ? <p>В конец реестра добавится: {countOf(added, ROWS)}</p> : null}
      {!paste.addsRest && rest.length > 0 ? <p className="notice-line" data-kind="warning">Не поместилось: {countOf(rest.length, ROWS)}. Строк с этим фильтром меньше, чем скопировано</p> : null}
      <DialogMessage text={paste.message} />
      <div className="row">
        <LightButton isBusy={paste.isBusy} disabled={!canSend} onClick={() => void paste.send()}>
          Вставить
        </LightButton>
        <LightButton look="plain" disabled={paste.isBusy} onClick={paste.close}>
          Отмена
        </LightButton>
      </div>
    </LightDialog>
  );
}

/** The way back from the last paste, while there is one. */
export function PasteUndo({ paste }: { readonly paste: Paste }) {
  if (paste.undoable === 0) return paste.message !== null && paste.plan === null ? <p className="notice-line" data-kind="danger" role="alert">{paste.message}</p> : null;
  return (
    <p className="notice-line" role="status">
      Вставлено: {countOf(paste.undoable, ROWS)}.{" "}
      <LightButton look="link" isBusy={paste.isBusy} onClick={() => void paste.undo()}>
        Отменить вставку
      </LightButton>
    </p>
  );
}
