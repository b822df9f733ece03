import { CheckCircleFilled } from "@ant-design/icons";
import { Typography } from "antd";
import { useState } from "react";
import { DOCUMENT_FILE_BYTES } from "#contract/http/uploads.ts";
import type { RegistrationProfile } from "#contract/workman-registration/registration-profile.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { useReadAgain } from "#console/providers/data/use-read-again.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import { WORKMAN } from "../registration-words.ts";

/** What a phone's camera and a scanner make. */
const ENDINGS = [".jpg", ".jpeg", ".png", ".heic", ".pdf"] as const;

type Paper = RegistrationProfile["requiredDocuments"][number];

/** Pictures of the papers; each goes as soon as it is chosen, so that nothing is lost with the page. */
export function PaperUploads({ papers }: { readonly papers: readonly Paper[] }) {
  return (
    <div style={{ marginBottom: 16 }}>
      {papers.map((paper) => (
        <PaperUpload key={paper.id} paper={paper} />
      ))}
    </div>
  );
}

function PaperUpload({ paper: { id, title, isUploaded } }: { readonly paper: Paper }) {
  const { run } = useAction(workmanRegistrationEndpoints.uploadDocument, { done: `Документ загружен: ${title.toLowerCase()}`, silent: true });
  const readAgain = useReadAgain();
  const [share, setShare] = useState<number | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isReplacing, setIsReplacing] = useState(false);
  const send = async (file: File | null) => {
    setErrors([]);
    if (!file) return;
    setShare(0);
    try {
      await run({ files: { document: file }, body: { type: id as WorkmanDocumentType } }, setShare);
      setIsReplacing(false);
      readAgain([WORKMAN]);
    } catch (thrown) {
      const error = asHttpError(thrown);
      setErrors(Object.values(error.errors ?? {}).flat().length > 0 ? Object.values(error.errors ?? {}).flat().map(String) : [error.message]);
    }
    setShare(null);
  };
  if (isUploaded && !isReplacing)
    return (
      <p>
        <CheckCircleFilled style={{ color: "var(--good)" }} aria-hidden /> {title}: загружено. <Typography.Link onClick={() => setIsReplacing(true)}>Заменить</Typography.Link>
      </p>
    );
  return <FileDrop label={`${title}: фото или скан`} endings={ENDINGS} maxBytes={DOCUMENT_FILE_BYTES} file={null} onFile={(file) => void send(file)} sentShare={share} errors={errors} />;
}
