/** Decorative. */
export function HomePicture() {
  return (
    <svg
      className="home-picture"
      viewBox="0 0 420 300"
      width="420"
      height="300"
      aria-hidden="true"
      focusable="false"
    >
      <rect x="8" y="20" width="290" height="236" rx="14" className="picture-sheet" />
      <path d="M8 62h290" className="picture-line" />
      <circle cx="30" cy="41" r="6" className="picture-accent" />
      <rect x="46" y="36" width="92" height="10" rx="5" className="picture-ink" />
      {ROWS.map(({ y, name, sum }) => (
        <g key={y}>
          <circle cx="34" cy={y} r="9" className="picture-good" />
          <path d={`M29.5 ${y}l3.2 3.4 6-6.6`} className="picture-tick" />
          <rect x="56" y={y - 5} width={name} height="10" rx="5" className="picture-soft" />
          <rect x={276 - sum} y={y - 5} width={sum} height="10" rx="5" className="picture-ink" />
          <path d={`M24 ${y + 19}h258`} className="picture-line" />
        </g>
      ))}
      <path
        d="M262 122h142v146l-11.8-8-11.8 8-11.8-8-11.8 8-11.9-8-11.8 8-11.8-8-11.9 8-11.8-8-11.8 8-11.8-8-11.8 8z"
        className="picture-sheet"
      />
      <rect x="280" y="142" width="64" height="10" rx="5" className="picture-ink" />
      <rect x="280" y="164" width="106" height="8" rx="4" className="picture-soft" />
      <rect x="280" y="180" width="84" height="8" rx="4" className="picture-soft" />
      <path d={QR} className="picture-code" />
      <rect x="336" y="212" width="50" height="10" rx="5" className="picture-accent" />
      <rect x="336" y="230" width="34" height="8" rx="4" className="picture-soft" />
    </svg>
  );
}

const ROWS = [
  { y: 86, name: 112, sum: 44 },
  { y: 124, name: 88, sum: 30 },
  { y: 162, name: 126, sum: 0 },
  { y: 200, name: 96, sum: 0 },
  { y: 236, name: 118, sum: 0 },
] as const;

const QR =
  "M282 208h12v12h-12zM308 208h12v12h-12zM282 234h12v12h-12zM298 208h6v6h-6zM298 220h6v6h-6zM308 226h6v6h-6zM316 232h6v6h-6zM300 232h6v6h-6zM308 240h6v6h-6z";
