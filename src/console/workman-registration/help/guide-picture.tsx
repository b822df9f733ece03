import { theme } from "antd";

interface GuidePictureProps {
  readonly heading: string;
  readonly title: string;
  readonly button?: string | undefined;
  readonly place: number;
}

export function GuidePicture({ heading, title, button, place }: GuidePictureProps) {
  const { token } = theme.useToken();
  const label = `Рисунок ${place}: ${title}${button ? `, кнопка «${button}»` : ""}`;
  return (
    <svg
      viewBox="0 0 260 128"
      width="260"
      height="128"
      role="img"
      aria-label={label}
      style={{ maxWidth: "100%", display: "block", marginBottom: 8 }}
    >
      <rect
        x="1"
        y="1"
        width="258"
        height="126"
        rx="12"
        fill={token.colorBgContainer}
        stroke={token.colorBorder}
        strokeWidth="2"
      />
      <rect x="1" y="1" width="258" height="26" rx="12" fill={token.colorFillSecondary} />
      <text x="14" y="18" fontSize="11" fill={token.colorText}>
        {heading}
      </text>
      <rect x="14" y="40" width="150" height="8" rx="4" fill={token.colorFill} />
      <rect x="14" y="56" width="210" height="8" rx="4" fill={token.colorFillSecondary} />
      <rect x="14" y="72" width="180" height="8" rx="4" fill={token.colorFillSecondary} />
      {button ? (
        <>
          <rect x="14" y="92" width="232" height="26" rx="8" fill={token.colorPrimary} />
          <text x="130" y="109" fontSize="12" textAnchor="middle" fill={token.colorTextLightSolid}>
            {button}
          </text>
        </>
      ) : null}
    </svg>
  );
}
