import { CheckCircleFilled } from "@ant-design/icons";
import { Form, Input, Typography } from "antd";
import { useState } from "react";
import { DOCUMENT_FILE_BYTES } from "#contract/kernel/uploads.ts";
import type { RegistrationProfile } from "#contract/workman-registration/registration-profile.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { maskDigits, MASKS } from "#web/format/masks.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import {
  EXPIRING_TYPES,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import { WORKMAN } from "../registration-labels.ts";
import { dayOf } from "./fields.tsx";

const ENDINGS = [".jpg", ".jpeg", ".png", ".heic", ".pdf"] as const;

type Paper = RegistrationProfile["requiredDocuments"][number];

/**
 * Uploaded as soon as chosen: closing the page loses nothing. Reminders depend on the expiry date.
 */
export function PaperUploads({ papers }: { readonly papers: readonly Paper[] }) {
  return (
    <Form layout="vertical" component="div" style={{ marginBottom: 16 }}>
      {papers.map((paper) => (
        <PaperUpload key={paper.id} paper={paper} />
      ))}
    </Form>
  );
}

function PaperUpload({ paper: { id, title, isUploaded } }: { readonly paper: Paper }) {
  const { run } = useCommand(workmanRegistrationEndpoints.uploadDocument, {
    done: `Документ загружен: ${title.toLowerCase()}`,
    changes: [WORKMAN],
    onRefused: ({ errors: refused = {}, message }) => {
      const { expireDate: ofTerm, ...others } = refused;
      const ofFile = Object.values(others).flat();
      if (ofTerm) setTermError(ofTerm.join(". "));
      if (ofFile.length > 0 || !ofTerm) setErrors(ofFile.length > 0 ? ofFile : [message]);
    },
  });
  const [share, setShare] = useState<number | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isReplacing, setIsReplacing] = useState(false);
  const [term, setTerm] = useState("");
  const [termError, setTermError] = useState<string | null>(null);
  const hasTerm = EXPIRING_TYPES.includes(id as WorkmanDocumentType);
  const send = async (file: File | null) => {
    setErrors([]);
    if (!file) return;
    const expireDate = dayOf(term);
    if (hasTerm && expireDate === undefined)
      return setTermError(
        "Сначала укажите, до какого дня действует документ, и выберите файл снова",
      );
    setShare(0);
    const uploaded = await run(
      {
        files: { document: file },
        body: { type: id as WorkmanDocumentType, ...(hasTerm ? { expireDate } : {}) },
      },
      setShare,
    );
    if (uploaded) setIsReplacing(false);
    setShare(null);
  };
  if (isUploaded && !isReplacing)
    return (
      <p>
        <CheckCircleFilled style={{ color: "var(--success)" }} aria-hidden /> {title}: загружено.{" "}
        <Typography.Link onClick={() => setIsReplacing(true)}>Заменить</Typography.Link>
      </p>
    );
  return (
    <>
      {hasTerm ? (
        <Form.Item
          label={`${title}: действует до`}
          htmlFor={`${id}-term`}
          validateStatus={termError ? "error" : undefined}
          help={termError ? <span role="alert">{termError}</span> : undefined}
        >
          <Input
            id={`${id}-term`}
            inputMode="numeric"
            autoComplete="off"
            placeholder="дд.мм.гггг"
            aria-invalid={termError !== null}
            value={term}
            onChange={({ target }) => {
              setTerm(maskDigits(target.value, MASKS.date));
              setTermError(null);
            }}
          />
        </Form.Item>
      ) : null}
      <FileDrop
        label={`${title}: фото или скан`}
        endings={ENDINGS}
        maxBytes={DOCUMENT_FILE_BYTES}
        file={null}
        onFile={(file) => void send(file)}
        sentShare={share}
        errors={errors}
      />
    </>
  );
}
