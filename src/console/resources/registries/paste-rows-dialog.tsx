import { useState } from "react";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { ROWS } from "./registry-words.ts";

interface PasteRowsDialogProps {
  readonly registryId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A block copied in a spreadsheet, added to the end of the registry; over rows it goes by pasting on a cell, see `usePaste`. */
export function PasteRowsDialog({ registryId, onClose, onDone }: PasteRowsDialogProps) {
  const [text, setText] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const { run, isRunning } = useAction(payrollRegistryEndpoints.pasteRows, {
    silent: true,
    done: ({ addedCount, changedCount }) => `Добавлено: ${countOf(addedCount, ROWS)}, изменено: ${countOf(changedCount, ROWS)}`,
  });
  const lineCount = countLines(text);
  const handlePaste = async () => {
    if (lineCount === 0) {
      setMessage("Скопируйте строки в таблице и вставьте их сюда");
      return;
    }
    setMessage(null);
    try {
      await run({ params: { id: registryId }, body: {}, files: { text: new Blob([text], { type: "text/plain" }) } });
      onDone();
    } catch (thrown) {
      const error = asHttpError(thrown);
      setMessage(Object.values(error.errors ?? {}).flat().join(". ") || error.message);
    }
  };
  return (
    <LightDialog title="Вставить из Excel" onClose={onClose} isLocked={isRunning}>
      <p>Строки добавятся в конец реестра. Скопируйте их вместе с заголовком или в порядке столбцов шаблона</p>
      <div className="field">
        <label className="field-label" htmlFor="paste-block">
          Строки из таблицы
        </label>
        <textarea id="paste-block" className="input paste-block" rows={8} value={text} aria-invalid={message !== null} aria-describedby="paste-block-error" onChange={(event) => setText(event.target.value)} />
        <span id="paste-block-error" className="field-error" role={message ? "alert" : undefined}>
          {message}
        </span>
      </div>
      <div className="row">
        <LightButton isBusy={isRunning} onClick={() => void handlePaste()}>
          {lineCount > 0 ? `Вставить: ${countOf(lineCount, ROWS)}` : "Вставить"}
        </LightButton>
        <LightButton look="plain" disabled={isRunning} onClick={onClose}>
          Отмена
        </LightButton>
      </div>
    </LightDialog>
  );
}

/** Lines with any text; line breaks inside quoted cells count as lines, which only makes the number larger than needed. */
function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").length;
}
