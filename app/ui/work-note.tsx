import { Link } from '@remix-run/react';
import { Banner } from './banner';
import { type Followed, useJobPolling } from './use-job-polling';

type Props<Job> = Followed<Job> & {
  /** A sentence about its state, which is announced when it changes. */
  title: (job: Job) => string;
  /** From 0 to 1. */
  shareOf: (job: Job) => number;
  /** The page with the result; null for this page. */
  to: ((job: Job) => string) | null;
};

/** Tells of long work on the server: its progress, and its end. */
export function WorkNote<Job extends { id: number }>({ title, shareOf, to, ...followed }: Props<Job>) {
  const job = useJobPolling(followed);
  if (!job) return null;
  const isOver = followed.isOver(job);
  return (
    <Banner title={title(job)}>
      {/* Each percent would be read aloud. */}
      <span aria-live="off">
        {!isOver && <Progress share={shareOf(job)} />}
        {to ? (
          <Link to={to(job)} preventScrollReset>
            {isOver ? 'Show the result' : 'Show progress'}
          </Link>
        ) : (
          !isOver && (
            <Link to="" preventScrollReset>
              Refresh
            </Link>
          )
        )}
      </span>
    </Banner>
  );
}

const Progress = ({ share }: { share: number }) => (
  <>
    <progress value={share} max={1} aria-label="Progress" /> {Math.floor(100 * share)} %{' '}
  </>
);
