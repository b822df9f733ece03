import { Form, Input } from "antd";
import { BLACKLIST_CLEAR_WORD } from "#contract/blacklist/blacklist.ts";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function blacklistClearWindow(count: number): ShownWindow {
  return {
    title: "Очистить чёрный список",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={blacklistEndpoints.clear}
        submitTitle="Удалить всех"
        isDangerous
        labels={{ word: "Слово" }}
        input={() => ({ query: { seenCount: count } })}
        done="Чёрный список очищен"
        alsoChanges={["employees"]}
      >
        <p>
          Будет удалено: {countOf(count, ["запись", "записи", "записей"])}. Вернуть их нельзя.
          Исполнители снова смогут получать приглашения, откликаться и попадать в реестры
        </p>
        <Form.Item
          name="word"
          label={`Введите «${BLACKLIST_CLEAR_WORD}»`}
          validateTrigger="onSubmit"
          rules={[
            {
              validator: (_, value?: string) =>
                value?.trim() === BLACKLIST_CLEAR_WORD
                  ? Promise.resolve()
                  : Promise.reject(
                      new Error(`Введите слово «${BLACKLIST_CLEAR_WORD}» заглавными буквами`),
                    ),
            },
          ]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      </RecordForm>
    ),
  };
}
