import type { Area } from "react-easy-crop";

/** Px; the server keeps 80. */
const MOST_POINTS = 480;
const QUALITY = 0.9;

/** A square JPEG, upright and without metadata. */
export async function cutPicture(source: string, { x, y, width, height }: Area): Promise<File> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.max(1, Math.min(MOST_POINTS, Math.round(width)));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  // JPEG would show transparency black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  if (!blob) throw new Error("no picture");
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}
