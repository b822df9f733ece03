import { sql, type RawBuilder } from "kysely";
import type { Picture } from "#contract/values/picture.ts";
import { invalid } from "#server/http/app-error.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import { takeScan } from "./scans.ts";
import type { Upload } from "#server/http/uploads.ts";

/** Shown without a token. */
export const PICTURE_PATH = "/pictures";

/** Above most phone cameras; a file that claims more would exhaust memory. */
const MOST_POINTS = 60_000_000;
const MOST_SECONDS = 15;
const JPEG = { quality: 82, mozjpeg: true } as const;
const WORDS = "Подойдёт фотография JPEG, PNG или WebP. Снимок HEIC сохраните как JPEG";

// Native code.
const sharp = makeOnFirstUse(() => import("sharp"));

/** NULL without one. */
export function pictureIdOf(personId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(SELECT s.id FROM pictures s WHERE s.person_id = ${personId})`;
}

export function presentPicture(id: string | null): Picture | null {
  return id === null
    ? null
    : { size40: `${PICTURE_PATH}/${id}/40.jpg`, size80: `${PICTURE_PATH}/${id}/80.jpg` };
}

/**
 * Middle square in both sizes, upright, without metadata.
 *
 * @throws AppError `invalid` - under `file`: no JPEG, PNG or WebP, or broken.
 */
export async function cutPicture(
  upload: Upload,
): Promise<{ readonly size40: Buffer; readonly size80: Buffer }> {
  const { bytes } = await takeScan(upload, ["image/jpeg", "image/png", "image/webp"], {
    file: [WORDS],
  });
  const { default: open } = await sharp();
  try {
    // The library has limits of its own.
    const whole = open(bytes, { limitInputPixels: MOST_POINTS, failOn: "error" })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .flatten({ background: "#fff" });
    const size80 = await whole.resize(80, 80, { fit: "cover" }).jpeg(JPEG).toBuffer();
    return { size80, size40: await open(size80).resize(40, 40).jpeg(JPEG).toBuffer() };
  } catch {
    throw invalid({
      file: [
        "Фотографию не удалось прочитать. Сохраните её ещё раз как JPEG или PNG и загрузите снова",
      ],
    });
  }
}
