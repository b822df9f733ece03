import { Alert, Button, Form, Select } from "antd";
import {
  CITIZENSHIP,
  CITIZENSHIP_RULES,
  type Citizenship,
} from "#contract/definitions/citizenships.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { reloadMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

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
  const { show } = useModal();
  return (
    <Button type="link" size="small" onClick={() => show(changeWindow(citizenship))}>
      Сменить гражданство
    </Button>
  );
}

function changeWindow(citizenship: Citizenship | undefined): ShownWindow {
  return {
    title: "Смена гражданства",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={workmanEndpoints.changeCitizenship}
        submitTitle="Сменить"
        labels={LABELS}
        initialValues={{ citizenshipID: citizenship }}
        input={(body: Values) => ({ body })}
        done="Гражданство изменено"
        alsoChanges={["workman", "workman-documents"]}
        onDone={() => void reloadMe()}
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
    ),
  };
}
