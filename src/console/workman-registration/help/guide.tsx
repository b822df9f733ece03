import { Steps, Tabs } from "antd";
import { SectionCard } from "#console/kit/section-card.tsx";
import { GuidePicture } from "./guide-picture.tsx";

interface GuideStep {
  readonly title: string;
  readonly text: string;
  /** Label of the button or line as on the screen. */
  readonly button?: string;
}

interface GuideProps {
  readonly title: string;
  readonly ways: readonly {
    readonly key: string;
    readonly label: string;
    readonly steps: readonly GuideStep[];
  }[];
}

export function Guide({ title, ways }: GuideProps) {
  return (
    <SectionCard title={title}>
      <Tabs
        items={ways.map(({ key, label, steps }) => ({
          key,
          label,
          children: (
            <Steps
              direction="vertical"
              size="small"
              current={steps.length}
              items={steps.map((step, index) => ({
                title: step.title,
                status: "process",
                description: (
                  <>
                    <p>{step.text}</p>
                    <GuidePicture
                      heading={label}
                      title={step.title}
                      button={step.button}
                      place={index + 1}
                    />
                  </>
                ),
              }))}
            />
          ),
        }))}
      />
    </SectionCard>
  );
}
