import { Alert, Button, Form, Select } from "antd";
import { useState } from "react";
import {
  CITIZENSHIP,
  CITIZENSHIP_RULES,
  type Citizenship,
} from "#contract/definitions/citizenships.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { reloadMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

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
        <ModalFrame title="Смена гражданства" onClose={() => setIsOpen(false)}>
          <RecordForm
            endpoint={workmanEndpoints.changeCitizenship}
            submitTitle="Сменить"
            labels={LABELS}
            initialValues={{ citizenshipID: citizenship }}
            input={(body: Values) => ({ body })}
            done="Гражданство изменено"
            alsoChanges={["workman", "workman-documents"]}
            onDone={() => {
              setIsOpen(false);
              void reloadMe();
            }}
            staysOpen
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
          </RecordForm>
        </ModalFrame>
      ) : null}
    </>
  );
}
