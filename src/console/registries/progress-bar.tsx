import { Progress } from "antd";

/** @param text - for screen readers. */
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
