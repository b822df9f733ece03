import { LoadingOutlined } from "@ant-design/icons";
import { Alert, Button, Flex, Result, Typography } from "antd";
import type { RegistrationProfile } from "#contract/workman-registration/registration-profile.ts";
import { REGISTRATION_IN_PROCESS } from "#contract/workman-registration/registration-states.ts";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { LinkButton } from "#console/kit/link-button.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { jobThatBrought } from "#web/session/session.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { HelpButton } from "./help/help-button.tsx";
import { ProfileFacts } from "./profile-facts.tsx";
import { STATUS_WORDS } from "./registration-labels.ts";

interface RegistrationStatusProps {
  readonly profile: RegistrationProfile;
  readonly onChanged: () => void;
}

export function RegistrationStatus({ profile, onChanged }: RegistrationStatusProps) {
  const status = profile.status.id;
  if (status === "DRAFT" || status === "READY") return null;
  const { result, title, text, offers } = STATUS_WORDS[status];
  const reason = profile.error ?? profile.message;
  return (
    <>
      <Result
        status={result}
        icon={REGISTRATION_IN_PROCESS.includes(status) ? <LoadingOutlined /> : undefined}
        title={<h2 style={{ fontSize: 20 }}>{title}</h2>}
        subTitle={
          <>
            {text}
            {profile.statusSince && REGISTRATION_IN_PROCESS.includes(status) ? (
              <div>
                Отправлено <DateText value={profile.statusSince} />
              </div>
            ) : null}
          </>
        }
        extra={<Offers offers={offers} onChanged={onChanged} />}
        style={{ padding: 16 }}
      >
        {reason && offers !== "nothing" && status !== "COMPLETE" ? (
          <Alert
            type={result === "warning" ? "warning" : "error"}
            message="Что сказано в ответе"
            description={reason}
            showIcon
          />
        ) : null}
      </Result>
      <SectionCard title="Что указано в анкете">
        <ProfileFacts profile={profile} />
      </SectionCard>
    </>
  );
}

function Offers({
  offers,
  onChanged,
}: {
  readonly offers: (typeof STATUS_WORDS)["COMPLETE"]["offers"];
  readonly onChanged: () => void;
}) {
  if (offers === "nothing") return <HelpButton name="smz-registration-help" />;
  if (offers === "grant-access") return <GrantAccess onChanged={onChanged} />;
  const isWork = offers === "work";
  const correct = (
    <LinkButton to="/profile/smz-update" type={isWork ? "default" : "primary"}>
      {isWork
        ? "Изменить данные"
        : offers === "support"
          ? "Исправить и отправить снова"
          : "Исправить данные"}
    </LinkButton>
  );
  const job = jobThatBrought();
  return (
    <Flex wrap gap={8} justify="center">
      {isWork ? (
        <LinkButton to={job ?? "/jobs"} type="primary">
          {job === null ? "Найти задание" : "Вернуться к заданию"}
        </LinkButton>
      ) : null}
      {correct}
      {isWork ? null : <HelpButton name="registration-help" />}
    </Flex>
  );
}

/** A missed or refused request can be sent again. */
function GrantAccess({ onChanged }: { readonly onChanged: () => void }) {
  const { run, isRunning } = useCommand(workmanTaxEndpoints.bind, {
    done: "Запрос отправлен. Подтвердите его в «Мой налог»",
  });
  return (
    <>
      <p>
        <PageLink to="/profile/questionnaire/my-tax">Как дать доступ в «Мой налог»</PageLink>
      </p>
      <Button
        type="primary"
        loading={isRunning}
        onClick={() => void run({ body: {} }).then((answer) => answer && onChanged())}
      >
        Отправить запрос ещё раз
      </Button>
      <Typography.Paragraph type="secondary" style={{ marginTop: 8 }}>
        Доступ можно забрать в любой момент: здесь или в самом приложении
      </Typography.Paragraph>
    </>
  );
}
