import { NOTICE_CATEGORIES, NOTICE_NAMES, NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { TECHNICAL_NOTICE_TYPE } from "#contract/technical-notices/technical-notice-types.ts";
import { sandbox } from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns } from "./sandbox-card.tsx";
import { SandboxForm } from "./sandbox-form.tsx";

/** The special ones imitate a newer server. */
const TYPES = [
  { id: "all", title: "Все виды по одному" },
  { id: "unknown", title: "Неизвестный вид" },
  { id: "broken", title: "Без нужных полей" },
  ...NOTICE_NAMES.map((name) => ({
    id: name,
    title: `${NOTICE_CATEGORIES[NOTICE_TYPES[name].category]}: ${NOTICE_TYPES[name].title}`,
  })),
];

export function SandboxNotices() {
  return (
    <SandboxColumns
      left={
        <>
          <SandboxCard title="Прислать уведомление">
            <SandboxForm
              fields={[
                { name: "type", label: "Вид уведомления", kind: "choice", choices: TYPES },
                {
                  name: "phone",
                  label: "Кому",
                  kind: "phone",
                  isOptional: true,
                  hint: "Пусто — вам, если вы вошли",
                },
              ]}
              initialValues={{ type: "all" }}
              submitTitle="Отправить"
              done="Уведомление отправлено"
              send={({ type, phone = "" }) => sandbox.emitNotice(String(type), String(phone))}
            />
          </SandboxCard>
        </>
      }
      right={
        <>
          <SandboxCard
            title="Объявить работы или перебои"
            hint="Объявление увидят все вверху страниц"
          >
            <SandboxForm
              fields={[
                {
                  name: "type",
                  label: "Что объявить",
                  kind: "choice",
                  choices: TECHNICAL_NOTICE_TYPE.definitions,
                },
                { name: "startsInMinutes", label: "Начнётся через, минут", kind: "count" },
                { name: "endsInMinutes", label: "Закончится через, минут", kind: "count" },
              ]}
              initialValues={{
                type: "SCHEDULED_MAINTENANCE",
                startsInMinutes: 0,
                endsInMinutes: 60,
              }}
              submitTitle="Объявить"
              done="Объявлено"
              send={(notice) => sandbox.announce(notice as Parameters<typeof sandbox.announce>[0])}
            />
          </SandboxCard>
        </>
      }
    />
  );
}
