import { Alert, Button, Form, Select } from "antd";
import { useState } from "react";
import {
  CITIZENSHIP,
  CITIZENSHIP_RULES,
  type Citizenship,
} from "#contract/definitions/citizenships.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { FormModal } from "#console/kit/form-modal.tsx";
import { reloadMe } from "#web/session/session.ts";

const LABELS = { citizenshipID: "Гражданство" } as const;

interface Values {
  readonly citizenshipID: Citizenship;
}

/** Needs other documents and a new check. Source: `domain.md` §1.5, §2.7. */
export function CitizenshipChange({
  citizenship,
}: {
  readonly citizenship: Citizenship | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button type="link" size="small" onClick={() => setIsOpen(true)}>
        Сменить гражданство
      </Button>
      {isOpen ? (
        <FormModal<typeof workmanEndpoints.changeCitizenship, Values>
          title="Смена гражданства"
          endpoint={workmanEndpoints.changeCitizenship}
          submitTitle="Сменить"
          labels={LABELS}
          initialValues={{ citizenshipID: citizenship }}
          input={(body) => ({ body })}
          done="Гражданство изменено"
          changes={["workman", "workman-documents"]}
          onDone={() => {
            setIsOpen(false);
            void reloadMe();
          }}
          onClose={() => setIsOpen(false)}
        >
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            message="Профиль проверят заново: новых заданий и выплат не будет, пока вы не загрузите документы для этого гражданства. Начатые задания можно закончить"
          />
          <Form.Item name="citizenshipID" label={LABELS.citizenshipID}>
            <Select
              options={CITIZENSHIP.ids.map((id) => ({
                value: id,
                label: CITIZENSHIP.titles[id],
                disabled: !CITIZENSHIP_RULES[id].isSupported,
              }))}
            />
          </Form.Item>
        </FormModal>
      ) : null}
    </>
  );
}
