import { noticeEndpoints, type NoticeSettings } from "#contract/notices/notice-endpoints.ts";
import { DIGEST_HOUR, NOTICE_MODE, SMS_HOURS, type NoticeChannel, type NoticeMode, type NoticeTopic } from "#contract/notices/notice-channels.ts";
import { useAction, useRead } from "#console/providers/data/use-endpoint.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import "./notices.css";

const HINTS: Readonly<Record<NoticeChannel, string>> = {
  EMAIL: `Раз в день — одно письмо в ${DIGEST_HOUR}:00`,
  SMS: `Приходят с ${SMS_HOURS.from}:00 до ${SMS_HOURS.to}:00`,
};

/** Which notices leave the product, by which channel and when; each change is saved as it is made. */
export default function NoticeSettingsPage() {
  const { data, error, isLoading, reload } = useRead(noticeEndpoints.settings, {}, { resource: "notice-settings" });
  const { run: save, isRunning } = useAction(noticeEndpoints.saveSettings, { done: "Сохранено" });
  if (error && !data) return <ErrorPage status={error.statusCode} message={error.message} onRetry={reload} />;
  const topics = [...new Map((data?.items ?? []).map(({ topic, title }) => [topic, title])).entries()];
  const handleMode = (channel: NoticeChannel, topic: NoticeTopic, mode: NoticeMode) => void save({ body: { items: [{ channel, topic, mode }] } }).then(reload, () => undefined);
  return (
    <>
      <h1>Письма и СМС</h1>
      <p>В колокольчик приходит всё. Здесь — что присылать ещё и на почту или телефон.</p>
      <div className="card table-scroll" tabIndex={0} role="region" aria-label="Настройки писем и СМС" aria-busy={isLoading || isRunning}>
        <table className="light-table notice-settings">
          <thead>
            <tr>
              <th scope="col">О чём</th>
              {(data?.channels ?? []).map(({ channel, title, address }) => (
                <th key={channel} scope="col">
                  {title}
                  <small>{address ?? "Адрес не указан, письма не приходят"}</small>
                  <small>{HINTS[channel]}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {topics.map(([topic, title]) => (
              <tr key={topic}>
                <th scope="row">{title}</th>
                {(data?.channels ?? []).map(({ channel, title: channelTitle }) => (
                  <td key={channel} data-label={channelTitle}>
                    <select className="input" aria-label={`${title}: ${channelTitle}`} value={modeOf(data, channel, topic)} onChange={(event) => handleMode(channel, topic, event.target.value as NoticeMode)}>
                      {NOTICE_MODE.ids.map((mode) => (
                        <option key={mode} value={mode}>
                          {NOTICE_MODE.titles[mode]}
                        </option>
                      ))}
                    </select>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function modeOf(settings: NoticeSettings | undefined, channel: NoticeChannel, topic: NoticeTopic): NoticeMode {
  return settings?.items.find((one) => one.channel === channel && one.topic === topic)?.mode ?? "OFF";
}
