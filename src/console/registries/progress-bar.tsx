import { Progress } from "antd";

/** @param text - what the bar says to those who do not see it. */
export function ProgressBar({
  percent,
  label,
  text,
}: {
  readonly percent: number;
  readonly label: string;
  readonly text: string;
}) {
  return (
    <Progress
      percent={percent}
      showInfo={false}
      size="small"
      aria-label={label}
      aria-valuetext={text}
    />
  );
}
