import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { formatDay } from "#console/format/dates.ts";
import { sandbox } from "./sandbox-calls.ts";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";

const STEPS = [
  // As long as a payment can be undone.
  { title: "+2 минуты", seconds: 120 },
  { title: "+1 час", seconds: 3600 },
  { title: "+1 день", seconds: 86_400 },
  { title: "+30 дней", seconds: 30 * 86_400 },
] as const;

/** The platform's clock: terms, tax months and deadlines follow it. */
export function SandboxClock() {
  const { data, set } = useSandboxRead(sandbox.clock);
  const move = (change: { advanceSeconds?: number }) => void runSandbox(async () => set(await sandbox.setClock(change)), "Часы переведены");
  return (
    <section className="card">
      <h2>Часы платформы</h2>
      <p>{data ? <>{formatDay(data.now)}, <DateText value={data.now} /></> : "Загружаем…"}</p>
      <div className="row">
        {STEPS.map(({ title, seconds }) => (
          <LightButton key={title} look="plain" isSmall onClick={() => move({ advanceSeconds: seconds })}>
            {title}
          </LightButton>
        ))}
        <LightButton look="link" onClick={() => move({})}>
          Вернуть настоящее время
        </LightButton>
      </div>
    </section>
  );
}
