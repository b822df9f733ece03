import { Col, Form, Row, Select } from "antd";
import { noticeEndpoints, type NoticeSettings } from "#contract/notices/notice-endpoints.ts";
import {
  DIGEST_HOUR,
  MODES_OF_CHANNEL,
  NOTICE_MODE,
  SMS_HOURS,
  type NoticeChannel,
  type NoticeMode,
  type NoticeTopic,
} from "#contract/notices/notice-channels.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { usePush } from "#web/push/use-push.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { PushSwitch } from "./push-switch.tsx";

const HINTS: Readonly<Record<NoticeChannel, string>> = {
  EMAIL: `Раз в день — одно письмо в ${DIGEST_HOUR}:00`,
  SMS: `Приходят с ${SMS_HOURS.from}:00 до ${SMS_HOURS.to}:00`,
  PUSH: `Приходят с ${SMS_HOURS.from}:00 до ${SMS_HOURS.to}:00, и когда сайт закрыт`,
};
const modesOf = (channel: NoticeChannel) =>
  MODES_OF_CHANNEL[channel].map((id) => ({ value: id, label: NOTICE_MODE.titles[id] }));

export default function NoticeSettingsPage() {
  const { data, error, isLoading, reload } = useRead(noticeEndpoints.settings);
  const push = usePush(reload);
  const { run: save, isRunning } = useCommand(noticeEndpoints.saveSettings, { done: "Сохранено" });
  if (error && !data)
    return <ErrorPage status={error.statusCode} message={error.message} onRetry={reload} />;
  const handleMode = (channel: NoticeChannel, topic: NoticeTopic, mode: NoticeMode) =>
    void save({ body: { items: [{ channel, topic, mode }] } }).then((answer) => answer && reload());
  // One that cannot show anything is of use to whoever chose it in another browser.
  const channels = (data?.channels ?? []).filter(
    ({ channel, address }) => channel !== "PUSH" || address !== null || push.state !== "none",
  );
  return (
    <>
      <TitleBar title="Настройка уведомлений" />
      <p>
        В колокольчик приходит всё. Здесь — что присылать ещё и на почту, телефон или в браузер.
      </p>
      <Row gutter={[16, 16]} aria-busy={isLoading || isRunning}>
        {channels.map((one) => (
          <Col key={one.channel} xs={24} lg={12}>
            <ChannelCard
              {...one}
              settings={data as NoticeSettings}
              push={push}
              onMode={(topic, mode) => handleMode(one.channel, topic, mode)}
            />
          </Col>
        ))}
      </Row>
    </>
  );
}

interface ChannelCardProps {
  readonly channel: NoticeChannel;
  readonly title: string;
  readonly address: string | null;
  readonly settings: NoticeSettings;
  readonly push: ReturnType<typeof usePush>;
  readonly onMode: (topic: NoticeTopic, mode: NoticeMode) => void;
}

function ChannelCard({ channel, title, address, settings, push, onMode }: ChannelCardProps) {
  return (
    <SectionCard title={title} extra={address}>
      {channel === "EMAIL" && address === null ? <p>Адрес не указан, письма не приходят</p> : null}
      {channel === "PUSH" && push.state !== "none" ? <PushSwitch push={push} /> : null}
      <p className="muted">{HINTS[channel]}</p>
      <Form
        component="div"
        layout="horizontal"
        labelAlign="left"
        colon={false}
        labelCol={{ flex: "auto" }}
        wrapperCol={{ flex: "160px" }}
        labelWrap
      >
        {settings.items
          .filter((item) => item.channel === channel)
          .map((item) => (
            <Form.Item key={item.topic} label={item.title} style={{ marginBottom: 8 }}>
              <Select<NoticeMode>
                aria-label={`${item.title}: ${title}`}
                value={item.mode}
                options={modesOf(channel)}
                onChange={(mode) => onMode(item.topic, mode)}
              />
            </Form.Item>
          ))}
      </Form>
    </SectionCard>
  );
}
