import { Alert, Button, Flex, Slider } from "antd";
import { useEffect, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { errorText } from "#web/wire/http-error.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { reloadMe } from "#web/session/session.ts";
import { cutPicture } from "./cut-picture.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow, useWindowLock } from "#web/modals/window-controls.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

const UNREADABLE =
  "Браузер не смог открыть этот файл. Сохраните фотографию как JPEG или PNG и выберите её снова";
const LARGEST_ZOOM = 4;

/** Moved by touch, mouse or arrows; zoomed by pinch, wheel or slider. */
export function pictureCropWindow(file: File): ShownWindow {
  return {
    title: "Какую часть показывать",
    widthPx: 440,
    content: <PictureCropForm file={file} />,
  };
}

function PictureCropForm({ file }: { readonly file: File }) {
  const { close } = useWindow();
  const source = useObjectUrl(file);
  const { run, isRunning } = useCommand(authEndpoints.uploadPicture, {
    done: "Фотография сохранена",
    onRefused: (error) => setProblem(errorText(error)),
  });
  useWindowLock(isRunning);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const handleSave = async () => {
    if (source === null || area === null) return;
    setProblem(null);
    const cut = await cutPicture(source, area).catch(() => null);
    if (cut === null) return setProblem(UNREADABLE);
    if ((await run({ files: { file: cut } })) === null) return;
    await reloadMe();
    close();
  };
  return (
    <>
      <div style={{ position: "relative", height: 280, overflow: "hidden" }}>
        {source === null ? null : (
          <Cropper
            image={source}
            aspect={1}
            cropShape="round"
            showGrid={false}
            maxZoom={LARGEST_ZOOM}
            crop={crop}
            zoom={zoom}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, points) => setArea(points)}
            mediaProps={{ alt: "", onError: () => setProblem(UNREADABLE) }}
            cropperProps={{ "aria-label": "Часть фотографии: двигается стрелками", role: "group" }}
          />
        )}
      </div>
      <Flex gap="middle" align="center" style={{ margin: "12px 0" }}>
        <span aria-hidden>Масштаб</span>
        <Slider
          autoFocus
          style={{ flex: 1 }}
          min={1}
          max={LARGEST_ZOOM}
          step={0.1}
          value={zoom}
          onChange={setZoom}
          tooltip={{ open: false }}
          ariaLabelForHandle="Масштаб"
        />
      </Flex>
      {problem === null ? null : (
        <Alert role="alert" type="error" showIcon message={problem} style={{ marginBottom: 12 }} />
      )}
      <WindowFoot>
        <Button disabled={isRunning} onClick={close}>
          Отмена
        </Button>
        <Button
          type="primary"
          loading={isRunning}
          disabled={area === null}
          onClick={() => void handleSave()}
        >
          Сохранить фото
        </Button>
      </WindowFoot>
    </>
  );
}

/** Revoked on unmount. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
