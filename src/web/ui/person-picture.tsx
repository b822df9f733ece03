import type { Picture } from "#contract/values/picture.ts";

interface PersonPictureProps {
  readonly picture: Picture;
  readonly sizePx: 32 | 40 | 80;
}

/** Beside a name, so hidden from screen readers. */
export function PersonPicture({ picture: { size40, size80 }, sizePx }: PersonPictureProps) {
  return (
    <img
      className="person-picture"
      src={sizePx > 40 ? size80 : size40}
      srcSet={sizePx > 40 ? undefined : `${size40} 1x, ${size80} 2x`}
      width={sizePx}
      height={sizePx}
      alt=""
      loading="lazy"
      style={{ flex: "none", borderRadius: "50%" }}
    />
  );
}
