import { Button, Form, Input } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { useRef, useState } from "react";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useUnsaved } from "#console/kit/use-unsaved.ts";
import { errorText } from "#web/wire/http-error.ts";
import { useCommand } from "#console/calls/use-command.ts";
import type { RegistryKind } from "./registry-kind.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow, useWindowLock } from "#web/modals/window-controls.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

interface PasteRowsFormProps {
  readonly kind: RegistryKind;
  readonly registryId: number;
  readonly onDone: () => void;
}

/** Appends; `usePaste` overwrites. */
export function pasteRowsWindow(registry: PasteRowsFormProps): ShownWindow {
  return { title: "Вставить из Excel", widthPx: 520, content: <PasteRowsForm {...registry} /> };
}

function PasteRowsForm({ kind, registryId, onDone }: PasteRowsFormProps) {
  const { close } = useWindow();
  const [text, setText] = useState("");
  const field = useRef<TextAreaRef>(null);
  const [message, setMessage] = useState<string | null>(null);
  const { run, isRunning } = useCommand(kind.calls.pasteRows, {
    onRefused: (error) => setMessage(errorText(error)),
    done: ({ addedCount, changedCount }) =>
      `Добавлено: ${countOf(addedCount, ROWS)}, изменено: ${countOf(changedCount, ROWS)}`,
  });
  useWindowLock(isRunning);
  const lineCount = countLines(text);
  useUnsaved(lineCount > 0);
  const handlePaste = async () => {
    if (lineCount === 0) {
      setMessage("Скопируйте строки в таблице и вставьте их сюда");
      field.current?.focus();
      return;
    }
    setMessage(null);
    const answer = await run({
      params: { id: registryId },
      body: {},
      files: { text: new Blob([text], { type: "text/plain" }) },
    });
    if (answer) {
      close();
      onDone();
    }
  };
  return (
    <>
      <p>
        Строки добавятся в конец реестра. Скопируйте их вместе с заголовком или в порядке столбцов
        шаблона
      </p>
      <Form layout="vertical" onFinish={() => void handlePaste()}>
        <Form.Item
          label="Строки из таблицы"
          htmlFor="paste-block"
          validateStatus={message ? "error" : undefined}
          help={message ? <span role="alert">{message}</span> : undefined}
        >
          <Input.TextArea
            ref={field}
            id="paste-block"
            rows={8}
            value={text}
            aria-invalid={message !== null}
            onChange={({ target }) => setText(target.value)}
          />
        </Form.Item>
        <WindowFoot>
          <Button disabled={isRunning} onClick={close}>
            Отмена
          </Button>
          <Button type="primary" htmlType="submit" loading={isRunning}>
            {lineCount > 0 ? `Вставить: ${countOf(lineCount, ROWS)}` : "Вставить"}
          </Button>
        </WindowFoot>
      </Form>
    </>
  );
}

/** An upper bound: line breaks in quoted cells count too. */
function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").length;
}
