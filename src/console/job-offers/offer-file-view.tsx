import { FilePdfOutlined, FileImageOutlined } from "@ant-design/icons";
import { Button, Flex, Image } from "antd";
import { useEffect, useState } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { OfferFile } from "#contract/job-offers/offer-file.ts";
import { formatBytes } from "#web/format/bytes.ts";
import { fetchBlob } from "#console/calls/request-endpoint.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";

const PICTURE_PX = 160;

export function OfferFileView({ file }: { readonly file: OfferFile }) {
  const url = usePicture(file);
  const download = useDownload(jobOfferEndpoints.file);
  if (url !== null)
    return (
      <Image
        src={url}
        alt={file.name}
        height={PICTURE_PX}
        style={{ objectFit: "contain", maxWidth: "100%", width: "auto" }}
      />
    );
  return (
    <Button
      type="link"
      style={{ padding: 0, height: "auto", whiteSpace: "normal", textAlign: "left" }}
      icon={
        file.contentType.startsWith("image/") ? (
          <FileImageOutlined aria-hidden />
        ) : (
          <FilePdfOutlined aria-hidden />
        )
      }
      onClick={() => void download({ params: { id: file.id } })}
    >
      {file.name}, {formatBytes(file.sizeBytes)}
    </Button>
  );
}

export function ResultFiles({ files }: { readonly files: readonly OfferFile[] }) {
  return (
    <Flex gap="small" wrap>
      {files.map((file) => (
        <OfferFileView key={file.id} file={file} />
      ))}
    </Flex>
  );
}

/** Private pictures need a token. */
function usePicture({ id, contentType }: OfferFile): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const isPicture = contentType.startsWith("image/");
  useEffect(() => {
    if (!isPicture) return;
    let made: string | null = null;
    let isGone = false;
    fetchBlob(jobOfferEndpoints.file, { params: { id } }).then(
      (blob) => {
        if (isGone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      // The link reports the error.
      () => undefined,
    );
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, isPicture]);
  return url;
}
