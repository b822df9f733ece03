import type { ReactNode } from "react";
import type { Endpoint } from "#contract/http/define-endpoints.ts";
import type { CallInput } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { problemText, useCall } from "#console/providers/data/use-call.ts";
import { CommentDialog } from "#console/ui/light/comment-dialog.tsx";
import { ConfirmDialog } from "#console/ui/light/confirm-dialog.tsx";
import { ReasonDialog } from "#console/ui/light/reason-dialog.tsx";

interface CallDialogProps<E extends Endpoint> {
  readonly endpoint: E;
  /** Toast after success. */
  readonly done: string;
  readonly title: string;
  readonly submitTitle: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** The server has refused, because what is on the screen is old: the page reads it again. */
  readonly onStale?: () => void;
  readonly children?: ReactNode;
}

interface ConfirmCallProps<E extends Endpoint> extends CallDialogProps<E> {
  readonly input: CallInput<E>;
  readonly children: ReactNode;
}

interface CommentCallProps<E extends Endpoint> extends CallDialogProps<E> {
  readonly commentHint: string;
  readonly input: (comment: string | undefined) => CallInput<E>;
}

interface ReasonCallProps<E extends Endpoint, Id extends string> extends CallDialogProps<E> {
  readonly reasons: readonly { readonly id: Id; readonly title: string }[];
  readonly commentHint: string;
  readonly input: (reasonID: Id, comment: string | undefined) => CallInput<E>;
}

const COMMENT = ["comment"] as const;

/** A call made after a question. */
export function ConfirmCall<E extends Endpoint>({ endpoint, done, input, onDone, onStale, ...words }: ConfirmCallProps<E>) {
  const { run, isRunning, problem } = useCall(endpoint, done);
  return <ConfirmDialog {...words} isBusy={isRunning} message={problemText(problem)} onConfirm={() => run(input).then(onDone, tellStale(onStale))} />;
}

/** A call that takes a comment along. */
export function CommentCall<E extends Endpoint>({ endpoint, done, input, onDone, onStale, ...words }: CommentCallProps<E>) {
  const { run, ...state } = useCommentedCall(endpoint, done);
  return <CommentDialog {...words} {...state} onSubmit={(comment) => run(input(comment)).then(onDone, tellStale(onStale))} />;
}

/** A call that needs a reason of a list and takes a comment along. */
export function ReasonCall<E extends Endpoint, Id extends string>({ endpoint, done, input, onDone, onStale, ...words }: ReasonCallProps<E, Id>) {
  const { run, ...state } = useCommentedCall(endpoint, done);
  return <ReasonDialog {...words} {...state} onSubmit={(reasonID, comment) => run(input(reasonID, comment)).then(onDone, tellStale(onStale))} />;
}

/** Passes a refusal on; a conflict means that the page shows what is no longer so, and it reads again by itself. */
export function tellStale(onStale: (() => void) | undefined) {
  return (thrown: unknown): never => {
    if (asHttpError(thrown).statusCode === 409) onStale?.();
    throw thrown;
  };
}

function useCommentedCall<E extends Endpoint>(endpoint: E, done: string) {
  const { run, isRunning, problem } = useCall(endpoint, done);
  return { run, isBusy: isRunning, message: problemText(problem, COMMENT), commentErrors: problem?.errors?.["comment"] };
}
