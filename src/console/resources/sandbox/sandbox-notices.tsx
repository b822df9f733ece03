import { useState } from "react";
import { NOTICE_CATEGORIES, NOTICE_NAMES, NOTICE_TYPES, type NoticeCategory } from "#contract/notices/notice-types.ts";
import { maskPhoneInput, wholePhone } from "#console/format/phone.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { PhoneField } from "#console/ui/light/phone-field.tsx";
import { sandbox } from "./sandbox-calls.ts";
import { runSandbox } from "./use-sandbox-read.ts";

const CATEGORIES = Object.entries(NOTICE_CATEGORIES) as [NoticeCategory, string][];
const SPECIAL = [
  { id: "all", title: "Все виды по одному" },
  { id: "unknown", title: "Неизвестный вид" },
  { id: "broken", title: "Без нужных полей" },
] as const;

/** Sends a notice of any type: each can be seen without causing it. */
export function SandboxNotices() {
  const [type, setType] = useState<string>(SPECIAL[0].id);
  const [phone, setPhone] = useState("");
  const whole = wholePhone(phone);
  const send = () => void runSandbox(() => sandbox.emitNotice(type, whole ?? ""), "Уведомление отправлено");
  return (
    <section className="card">
      <h2>Уведомления</h2>
      <div className="row sandbox-fields">
        <label className="field">
          <span className="field-label">Вид уведомления</span>
          <select className="input" value={type} onChange={(event) => setType(event.target.value)}>
            <optgroup label="Особые">
              {SPECIAL.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
            {CATEGORIES.map(([category, title]) => (
              <optgroup key={category} label={title}>
                {NOTICE_NAMES.filter((name) => NOTICE_TYPES[name].category === category).map((name) => (
                  <option key={name} value={name}>
                    {NOTICE_TYPES[name].title}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <PhoneField label="Кому" value={phone} onChange={(next) => setPhone(maskPhoneInput(next))} hint="Пусто — вам, если вы вошли" />
        <LightButton look="plain" onClick={send} disabled={phone !== "" && !whole}>
          Отправить
        </LightButton>
      </div>
    </section>
  );
}
