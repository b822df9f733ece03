import { Form, Input } from "antd";
import { BLACKLIST_CLEAR_WORD } from "#contract/blacklist/blacklist.ts";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { FormModal } from "#console/kit/form-modal.tsx";

interface Values {
  readonly word: string;
}

export function BlacklistClearModal({
  count,
  onClose,
}: {
  readonly count: number;
  readonly onClose: () => void;
}) {
  return (
    <FormModal<typeof blacklistEndpoints.clear, Values>
      title="Очистить чёрный список"
      endpoint={blacklistEndpoints.clear}
      submitTitle="Удалить всех"
      isDangerous
      labels={{ word: "Слово" }}
      input={() => ({ query: { seenCount: count } })}
      done="Чёрный список очищен"
      changes={["blacklist", "employees"]}
      onClose={onClose}
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
    </FormModal>
  );
}
